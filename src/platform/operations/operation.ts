/**
 * An operation of the platform's HTTP API, as data. The client calls it, the sandbox routes it, the tests iterate over it
 * and the docs print it; nothing about an operation is written anywhere else.
 */
import type * as z from 'zod';
import type { Dialects } from './dialect.ts';
import { attachment } from './schemas.ts';

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
  /** Not in the specification, so a deployment may lack it; guessed paths are settings. */
  readonly assumed?: true;
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

type Common = Pick<OperationSpec, 'tag' | 'assumed' | 'pathSetting'>;
type Base = Common & Pick<OperationSpec, 'method' | 'repeatable'>;
type Own<K extends keyof OperationSpec = never> = Partial<OperationSpec> & Pick<OperationSpec, 'path' | 'summary' | K>;

/**
 * Defines the operations of a group: what all of them and most reads or writes have in common is added to what each has of its
 * own, which wins, and whose literal types stay, so that callers get typed input and responses. An operation's name is that of
 * its constant (index.ts).
 */
export function group(common: Common) {
  const read: Base = { ...common, method: 'GET', repeatable: true };
  const write: Base = { ...common, method: 'POST', repeatable: false };
  const change: Base = { ...write, method: 'PATCH' };
  const deletion: Base = { ...write, method: 'DELETE' };
  const deleted = { record: 'deletion' } as const;
  const acknowledged = { record: 'acknowledgement' } as const;
  return {
    reads: <const O extends Own<'response'>>(own: O) => ({ ...read, ...own }),
    writes: <const O extends Own<'response'>>(own: O) => ({ ...write, ...own }),
    updates: <const O extends Own<'response'>>(own: O) => ({ ...change, ...own }),
    deletes: <const O extends Own>(own: O) => ({ ...deletion, response: deleted, ...own }),
    /** Attaches something to an agent or assistant, or detaches it. */
    attaches: <const O extends Own>(own: O) => ({ ...write, body: attachment, response: acknowledged, ...own }),
  };
}
