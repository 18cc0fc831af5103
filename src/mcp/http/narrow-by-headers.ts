/**
 * Narrows the offered tools for one request, by its headers `X-MCP-Toolsets` and `X-MCP-Read-Only` and by the caller's rights.
 * Neither can add a tool: one is offered only if settings, headers and rights all allow it.
 */
import { recall } from '../../basics/maps.ts';
import { SettingsError } from '../../settings/error.ts';
import { booleanOf } from '../../settings/flags.ts';
import { RIGHTS, type Right } from '../contract/principal.ts';
import type { Tool } from '../contract/tool.ts';
import type { App } from '../engine/app.ts';
import { ALL_RIGHTS } from '../engine/caller.ts';
import { emptyCaches } from '../engine/platform-cache.ts';
import { rightFor, selectionOf, selectTools } from '../engine/selection.ts';
import type { RequestContext } from './request-context.ts';

/** Clients need a handful of combinations; the limit keeps callers from filling the memory. */
const MAX_CACHED = 32;
/** Some other servers call it `X-MCP-Readonly`: ignoring that would offer more than the client asked for. */
const READ_ONLY = ['X-MCP-Read-Only', 'X-MCP-Readonly'];

/**
 * @returns a function that narrows the app by a request's headers and its caller's rights; equal ones get the same app. It
 *   throws SettingsError for an invalid header, since ignoring it would offer more than the client asked for
 */
export function createNarrowing(app: App): (context: RequestContext, rights?: ReadonlySet<Right>) => App {
  const cache = new Map<string, App>();
  return (context, rights = ALL_RIGHTS) => {
    const toolsets = listOf(context.header('x-mcp-toolsets'));
    const readOnly = READ_ONLY.map((name) => isTrue(name, context.header(name.toLowerCase()))).includes(true);
    const allowed = RIGHTS.filter((right) => rights.has(right));
    const isWhole = toolsets === undefined && (!readOnly || app.settings.readOnly);
    if (isWhole && allowed.length === RIGHTS.length) return app;
    const key = `${readOnly} ${allowed} ${toolsets?.join() ?? ''}`;
    return recall(cache, key, () => narrow(app, toolsets, readOnly, rights), MAX_CACHED);
  };
}

function narrow(app: App, toolsets: readonly string[] | undefined, readOnly: boolean, rights: ReadonlySet<Right>): App {
  const settings = { ...app.settings, readOnly: app.settings.readOnly || readOnly };
  const filters = { toolsets: toolsets ?? ['all'], tools: [], excludeTools: [], readOnly: settings.readOnly };
  const requested = selectTools(app.catalogue.tools, filters, app.catalogue.cardTools, () => 'X-MCP-Toolsets');
  const wanted = new Set([...requested.tools, ...requested.cardTools]);
  const isOffered = (tool: Tool): boolean => wanted.has(tool) && rights.has(rightFor(tool));
  const { tools, cardTools } = app.selection;
  const selection = selectionOf(tools.filter(isOffered), cardTools.filter(isOffered));
  return { ...app, settings, selection, caches: emptyCaches() };
}

/** Sorted and without duplicates, so that the same set gives the same app. */
function listOf(value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const names = value.split(',').map((name) => name.trim());
  const distinct = [...new Set(names.filter((name) => name !== ''))].sort();
  // Empty means unset, as it does for settings.
  return distinct.length > 0 ? distinct : undefined;
}

function isTrue(name: string, value: string | undefined): boolean {
  if (value === undefined || value.trim() === '') return false;
  const parsed = booleanOf(value);
  if (parsed === undefined) throw new SettingsError(`${name} must be true or false.`);
  return parsed;
}
