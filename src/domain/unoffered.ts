/** Writes that a deployment lacks: what a 404 means if the record itself was read a moment ago. */
import { PlatformError } from '../platform/client/errors.ts';

/** A record that was read before it is written. */
export interface KnownRecord {
  /** `tool server`. */
  readonly kind: string;
  /** `changing`, `deleting`. */
  readonly doing: string;
  /** Whether it is gone after all: somebody else may have deleted it a moment ago. */
  isGone?(): Promise<boolean | undefined>;
}

/**
 * The result of a write to a known record. A 404 or 405 is about the operation then, not about the ids.
 * @throws PlatformError that says so
 */
export const toKnownRecord = <T>(record: KnownRecord, write: Promise<T>): Promise<T> =>
  write.catch(async (error: unknown) => {
    const isOffered = !isUnknown(error) || (await record.isGone?.()) === true;
    throw isOffered ? error : unoffered(record, error);
  });

const isUnknown = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error.facts.status === 404 || error.facts.status === 405);

function unoffered({ kind, doing }: KnownRecord, error: PlatformError): PlatformError {
  const { checks: _checks, otherwise: _otherwise, ...facts } = error.facts;
  return new PlatformError({
    ...facts,
    kind: 'unoffered',
    fixer: 'platform',
    what: `Nothing was changed: the ${kind} exists, but this deployment does not offer ${doing} ${kind}s (${facts.status}).`,
    advice: "It may be possible on the platform's own pages; AGENT_PLATFORM_EXCLUDE_TOOLS turns this tool off.",
  });
}
