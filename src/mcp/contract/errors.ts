/** Errors that handlers throw on purpose. Platform errors and cancellations come from the platform's client. */

/**
 * Why a tool refuses, for the log and the metrics, which get nothing of the message: it may name a thread. `store`: the shared
 * store doesn't respond; `state_key`: another replica signs with another key; `no_human`: nobody can be asked; `answer`: the human's answer can't count.
 */
export const REFUSAL_KINDS = [
  'four_eyes',
  'changed',
  'already_decided',
  'not_waiting',
  'store',
  'state_key',
  'no_human',
  'answer',
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** A tool refuses: nothing was done. The message is complete. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Undefined: for another reason. */
  readonly kind: RefusalKind | undefined;

  constructor(message: string, kind?: RefusalKind) {
    super(message);
    this.kind = kind;
  }
}

/** The platform accepted a write, but it did not take effect. The message is complete. */
export class EffectError extends Error {
  override readonly name = 'EffectError';
}
