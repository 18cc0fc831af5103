/**
 * A resource: an address or a template of addresses, and the tool whose result it returns. The server runs that tool's
 * handler for the text, so a resource and its tool return the same, marked and cut alike.
 */
import type { ForeignText } from '../../platform/text.ts';
import type { ToolResult } from './result.ts';
import type { ToolContext } from './tool.ts';

/** The context of listers and completers. Their calls may only read. */
export type ReadContext = Pick<ToolContext, 'call' | 'signal' | 'settings' | 'has'>;

/** The values in an address by their names in the template. */
export type Variables = Readonly<Record<string, string>>;

/** A resource as listed. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

export interface ResourceSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A fixed URI, or a template (RFC 6570, level 1) whose `{name}` parts are identifiers, or the slug of a page. */
  readonly uri: string;
  readonly mimeType: string;
  /** The read-only tool that returns the text. The resource is offered if the tool is. */
  readonly tool: string;
  arguments(variables: Variables): Readonly<Record<string, unknown>>;
  /** Makes a shorter text from the tool's result. */
  text?(result: ToolResult): string;
  /** For templates: the resources that exist. Templates without it list nothing. */
  list?(context: ReadContext): Promise<readonly ResourceEntry[]>;
  /** For templates: completers of the variables. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** A possible value of an argument. `about`: text that is searched, too, since nobody types a uuid; never shown. */
export interface CompletionValue {
  readonly value: string;
  readonly about?: ForeignText | undefined;
}

/** All possible values of an argument, given the arguments already chosen; the caller filters by the typed text. */
export type Completer = (context: ReadContext, chosen: Variables) => Promise<readonly CompletionValue[]>;

/** Whether a resource has variables. */
export const isTemplate = (resource: ResourceSpec): boolean => resource.uri.includes('{');
