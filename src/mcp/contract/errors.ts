/** What a handler throws on purpose. Errors of the platform and cancellations come from the platform's client. */

/** A tool refuses on purpose: nothing was done. The message is complete. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The platform accepted a write but did not do what it was for. The message is complete. */
export class EffectError extends Error {
  override readonly name = 'EffectError';
}
