/** What the platform says of an operation or of itself. Conventions: `records.ts`. */
import type { ForeignText } from '../text.ts';

/** Answer of a deletion; `deletedId` is absent where the platform sent no body. */
export interface Deletion {
  /** False where the platform said so in a 200. */
  readonly success: boolean;
  readonly message?: ForeignText;
  readonly deletedId?: string;
}

/** The answer of an operation of which only the status is known. */
export interface Acknowledgement {
  readonly message?: ForeignText;
}

/** Statistics, whose fields are not known. */
export interface Stats {
  /** JSON text; absent where there are none. */
  readonly values?: ForeignText;
}

/** Whether the API is available. */
export interface Health {
  /** As the platform sent it, or `ok` for a 2xx without a word. */
  readonly status: string;
  readonly version?: ForeignText;
  /** The answer is a page for people: a login, or a site that answers every address with its first page. */
  readonly isPage?: true;
}
