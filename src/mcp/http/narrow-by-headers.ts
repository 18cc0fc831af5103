/**
 * Request headers that narrow what the operator set, for one request: `X-MCP-Toolsets` and `X-MCP-Read-Only`. They can
 * take away and never add: what is offered is what the settings, the headers and the caller's rights allow.
 */
import { booleanOf } from '../../settings/boolean.ts';
import { SettingsError } from '../../settings/read.ts';
import { RIGHTS, type Right } from '../contract/principal.ts';
import { type App, withSelection } from '../engine/app.ts';
import { ALL_RIGHTS } from '../engine/caller.ts';
import { within } from '../engine/rights.ts';
import { type Selection, selectTools } from '../engine/selection.ts';

/** An invalid header: answered with 400, since ignoring it would offer more than was asked for. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError';
}

/** Clients differ in a handful of ways; this is far more, and bounds what callers can make us keep. */
const MAX_KEPT = 32;
/** Some other servers call it `X-MCP-Readonly`: ignoring that would offer more than was asked for. */
const READ_ONLY = ['x-mcp-read-only', 'x-mcp-readonly'];

/** Takes a header's name in lower case; undefined where the request has no such header. */
type HeaderReader = (name: string) => string | undefined;

/**
 * @returns a function that gives the app as the headers and the caller's rights narrow it, the same one for the same of both
 * @throws HeaderError
 */
export function narrower(app: App): (header: HeaderReader, rights?: ReadonlySet<Right>) => App {
  const kept = new Map<string, App>();
  return (header, rights = ALL_RIGHTS) => {
    const toolsets = listOf(header('x-mcp-toolsets'));
    const readOnly = READ_ONLY.map((name) => isTrue(name, header(name))).includes(true);
    const may = RIGHTS.filter((right) => rights.has(right));
    const isWhole = toolsets === undefined && (!readOnly || app.settings.readOnly);
    if (isWhole && may.length === RIGHTS.length) return app;
    const key = `${readOnly} ${may} ${toolsets?.join() ?? ''}`;
    const found = kept.get(key) ?? narrow(app, toolsets, readOnly, rights);
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

function narrow(app: App, toolsets: readonly string[] | undefined, readOnly: boolean, rights: ReadonlySet<Right>): App {
  const settings = { ...app.settings, readOnly: app.settings.readOnly || readOnly };
  let asked: Selection;
  try {
    const filters = { toolsets: toolsets ?? ['all'], tools: [], excludeTools: [], readOnly: settings.readOnly };
    asked = selectTools(app.catalogue.tools, filters, app.catalogue.cardTools);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new HeaderError(error.message.replace(/^\S+/, 'X-MCP-Toolsets'));
  }
  const has = (tool: string): boolean => app.selection.has(tool) && asked.has(tool);
  const find: Selection['find'] = (name) => {
    const tool = app.selection.find(name);
    return tool !== undefined && asked.has(tool.name) ? tool : undefined;
  };
  const tools = app.selection.tools.filter(({ name }) => asked.has(name));
  const cardTools = app.selection.cardTools.filter((tool) => asked.cardTools.includes(tool));
  return withSelection(app, settings, within({ tools, cardTools, has, find }, rights));
}

/** Sorted and without duplicates, so that the same set gives the same app. */
function listOf(value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const names = value.split(',').map((name) => name.trim());
  const distinct = [...new Set(names.filter((name) => name !== ''))].sort();
  // Empty means unset, as it does for settings.
  return distinct.length > 0 ? distinct : undefined;
}

/** A header's name as the documentation writes it: `X-MCP-Read-Only`. */
const displayName = (name: string): string =>
  name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace('X-Mcp', 'X-MCP');

function isTrue(name: string, value: string | undefined): boolean {
  if (value === undefined || value.trim() === '') return false;
  const parsed = booleanOf(value);
  if (parsed === undefined) throw new HeaderError(`${displayName(name)} must be true or false.`);
  return parsed;
}
