/**
 * An operation of the platform's HTTP API, as data. The client calls it, the sandbox routes it, the tests iterate over it
 * and the docs print it; nothing about an operation is written anywhere else.
 */
import type * as z from 'zod';
import type { Dialects } from './dialect.ts';
import { attachment } from './schemas.ts';

/**
 * How well an operation is known: `specified` in full, `path-only` (method and path in the specification, shapes from
 * docs/platform-notes.md), or `assumed` (not in the specification: a deployment may lack it; guessed paths are settings).
 */
export type Known = 'specified' | 'path-only' | 'assumed';

/** Groups of the specification ("The operations are grouped under these tags"). */
export type Tag =
  | 'Agents'
  | 'Assistants'
  | 'Tool Servers'
  | 'Projects'
  | 'Documents'
  | 'Document Folders'
  | 'Files'
  | 'Documentation'
  | 'Health';

/** Settings that move an assumed path. */
export type PathSetting = 'docsPath' | 'healthPath';

/** A schema that is built on first use, so that it costs nothing at start-up. */
type Lazy<T> = () => T;

/** The kinds of records that operations respond with; `Records` of platform/parse defines their shapes. */
export type RecordKind =
  | 'thread'
  | 'agent'
  | 'assistant'
  | 'reply'
  | 'chat'
  | 'toolServer'
  | 'tool'
  | 'toolTest'
  | 'evaluation'
  | 'costRow'
  | 'costSummary'
  | 'deletion'
  | 'project'
  | 'stats'
  | 'file'
  | 'document'
  | 'documentVersion'
  | 'usage'
  | 'folder'
  | 'acknowledgement'
  | 'doc'
  | 'docPage'
  | 'health';

/** One operation: what is sent, what comes back, and whether repeating it is safe. */
export interface OperationSpec {
  /** The specification's operation name, or one in the same style if it gives none. */
  readonly name: string;
  readonly tag: Tag;
  readonly known: Known;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template below the base URL; each `{name}` is an identifier. */
  readonly path: string;
  /** The setting that replaces the fixed beginning of an assumed path. */
  readonly pathSetting?: PathSetting;
  readonly summary: string;
  /**
   * Whether repeating it is safe, that is, whether it only reads (RFC 9110, section 9.2.1). Decides about retries and about
   * what a dry run may send. `POST /v1/assistants/chats` reads.
   */
  readonly repeatable: boolean;
  /** It waits for a model or a foreign endpoint, so the reply time-out applies. */
  readonly slow?: true;
  /** It takes a file as multipart/form-data instead of a JSON body. */
  readonly isUpload?: true;
  readonly query?: Lazy<z.ZodObject>;
  readonly body?: Lazy<z.ZodObject>;
  readonly dialects?: Dialects;
  readonly response: {
    /** The kind of record that the lenient reader turns the response into. */
    readonly record: RecordKind;
    /** An array of records instead of one. */
    readonly many?: true;
    /** Keys under which deployments may wrap the array (docs/platform-notes.md, "How responses vary"). */
    readonly listKeys?: readonly string[];
    /** The specification's schema of the response, if any: the sandbox sends it, the client never requires it. */
    readonly schema?: Lazy<z.ZodType>;
  };
  /** Status codes of a success, and the errors that the specification names. */
  readonly statuses: { readonly success: readonly number[]; readonly errors: readonly number[] };
}

/**
 * Defines an operation; keeps its literal types so that callers get typed input and responses. Its name is that of the
 * constant (index.ts).
 */
export function defineOperation<const O extends Omit<OperationSpec, 'name'>>(spec: O): O {
  return spec;
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type Part<O, K extends 'query' | 'body'> = O extends { readonly [P in K]: Lazy<infer S extends z.ZodObject> }
  ? Partial<Record<K, z.input<S>>>
  : unknown;

/** The input of a call: `path` (identifiers), `query` and `body`, each only if the operation has it. */
export type InputOf<O extends OperationSpec> = ([ParamNames<O['path']>] extends [never]
  ? unknown
  : { path: Record<ParamNames<O['path']>, string> }) &
  Part<O, 'query'> &
  Part<O, 'body'>;

/** The error statuses of the specification's general table ("Errors"). */
export const GENERAL_ERRORS = [400, 401, 404, 429, 500] as const;

/** The statuses of an operation with the general errors. */
export const responds = (...success: readonly number[]) => ({ success, errors: GENERAL_ERRORS });

/** What most reads and writes have in common; an operation overrides what differs. */
export const READS = { method: 'GET', repeatable: true, statuses: responds(200) } as const;
export const WRITES = { method: 'POST', repeatable: false, statuses: responds(200, 201) } as const;
/** What deletions have in common. */
export const DELETES = {
  method: 'DELETE',
  repeatable: false,
  response: { record: 'deletion' },
  statuses: responds(200, 204),
} as const;
/** Attaches something to an agent or assistant, or detaches it. */
export const ATTACHES = {
  ...WRITES,
  body: attachment,
  response: { record: 'acknowledgement' },
  statuses: responds(200, 201, 204),
} as const;
