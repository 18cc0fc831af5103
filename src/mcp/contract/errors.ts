/** Errors that handlers throw on purpose. Platform errors and cancellations come from the platform's client. */

/** A tool refuses: nothing was done. The message is complete. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The platform accepted a write, but it did not take effect. The message is complete. */
export class EffectError extends Error {
  override readonly name = 'EffectError';
}
