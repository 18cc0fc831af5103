/**
 * What an operation of the platform's HTTP API is, as data. The client calls it, the sandbox routes it, the tests walk
 * it and the documents print it; nothing about an operation is written anywhere else.
 */
import type * as z from 'zod';
import type { Dialects } from './dialect.ts';

/**
 * How well an operation is known: `specified` in full, `path-only` (method and path in the specification, shapes from
 * docs/platform-notes.md), or `assumed` (not in the specification at all: a deployment may lack it; the paths that are
 * mere guesses are settings).
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

/** A schema that is built when it is first needed: start-up pays for none of them. */
type Lazy<T> = () => T;

/** The kinds of record that answers are read as: what operations promise, and `Records` of platform/parse gives shapes. */
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

/** One operation: what is sent, what comes back, and whether it may be repeated. */
export interface OperationSpec {
  /** The specification's operation name where it gives one, else one in the same style. */
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
   * Whether calling it again is safe, that is, whether it only reads (RFC 9110, section 9.2.1). Decides about retries
   * and about what a dry run may send. `POST /v1/assistants/chats` reads.
   */
  readonly repeatable: boolean;
  /** Waits for a model or a foreign endpoint: gets the reply timeout instead of the ordinary one. */
  readonly slow?: true;
  /** Takes a file as multipart/form-data instead of a JSON body. */
  readonly isUpload?: true;
  readonly query?: Lazy<z.ZodObject>;
  readonly body?: Lazy<z.ZodObject>;
  /** What other deployments read instead of these fields. */
  readonly dialects?: Dialects;
  readonly answer: {
    /** The kind of record that the lenient reader turns the answer into. */
    readonly record: RecordKind;
    /** An array of records instead of one. */
    readonly many?: true;
    /** Keys under which deployments wrap the array, or may (docs/platform-notes.md, "How answers vary"). */
    readonly listKeys?: readonly string[];
    /** The answer's schema, where the specification gives one: what the sandbox sends, never what the client demands. */
    readonly schema?: Lazy<z.ZodType>;
  };
  /** Status codes: those of success first seen or specified, and the errors that the specification names. */
  readonly statuses: { readonly success: readonly number[]; readonly errors: readonly number[] };
}

/** Defines an operation; keeps its literal types so that callers get typed input and answers. */
export function defineOperation<const O extends OperationSpec>(spec: O): O {
  return spec;
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type Part<O, K extends 'query' | 'body'> = O extends { readonly [P in K]: Lazy<infer S extends z.ZodObject> }
  ? Partial<Record<K, z.input<S>>>
  : unknown;

/** What a call of the operation takes: `path` (identifiers), `query` and `body`, each only where the operation has it. */
export type InputOf<O extends OperationSpec> = ([ParamNames<O['path']>] extends [never]
  ? unknown
  : { path: Record<ParamNames<O['path']>, string> }) &
  Part<O, 'query'> &
  Part<O, 'body'>;

/** The error statuses of the specification's general table ("Errors"). */
export const GENERAL_ERRORS = [400, 401, 404, 429, 500] as const;
