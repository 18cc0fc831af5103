/**
 * What a resource is: an address or a template of addresses, and the tool whose answer it holds. The server runs that
 * tool's handler for the text, so a resource and its tool say the same, marked and cut the same.
 */
import type { ForeignText } from '../../platform/text.ts';
import type { Answer } from './answer.ts';
import type { ToolContext } from './tool.ts';

/** What listers and completers are given. Every call they make only reads. */
export type ReadContext = Pick<ToolContext, 'call' | 'signal' | 'settings' | 'has'>;

/** The values in an address, by the names in its template. */
export type Variables = Readonly<Record<string, string>>;

/** A resource as a list of resources names it. */
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
  /** A fixed URI, or a template with `{name}` parts (RFC 6570, level 1) that stand for identifiers. */
  readonly uri: string;
  readonly mimeType: string;
  /** The tool that is run for the text, one that reads. The resource is offered where the tool is. */
  readonly tool: string;
  /** The arguments that the tool is run with. */
  arguments(variables: Variables): Readonly<Record<string, unknown>>;
  /** The text made of the tool's answer, if it is to be less than what the tool says. */
  text?(answer: Answer): string;
  /** For templates: the resources that exist. Templates without it list nothing. */
  list?(context: ReadContext): Promise<readonly ResourceEntry[]>;
  /** For templates: the values that a variable can take. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** A value that an argument can take. `about`: words it is found by, too, since nobody types a uuid; never shown. */
export interface CompletionValue {
  readonly value: string;
  readonly about?: ForeignText | undefined;
}

/** All values that an argument can take, given the arguments already chosen; the caller filters by what was typed. */
export type Completer = (context: ReadContext, chosen: Variables) => Promise<readonly CompletionValue[]>;

/** Whether a resource has variables. */
export const isTemplate = (resource: ResourceSpec): boolean => resource.uri.includes('{');
