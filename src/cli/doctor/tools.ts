/** The tools that a session would offer, and the tokens of their definitions. */
import { TOOLSETS, type Tool } from '../../mcp/contract/tool.ts';
import type { App } from '../../mcp/engine/app.ts';
import { definitionOf } from '../../mcp/engine/definition.ts';
import { NO_TOOLS } from '../../mcp/engine/selection.ts';
import { count as counted } from '../../present/units.ts';
import { type Check, ok, type Report, warn } from './report.ts';

/** A rule of thumb for English and JSON: a token is about four characters. */
const CHARACTERS_PER_TOKEN = 4;
/** Definitions beyond this crowd a model's context. It is the budget of the default toolsets. */
export const MANY_TOKENS = 6_800;
/** The budget of all toolsets. Half of them are off by default: no session is meant to carry all. */
export const MOST_TOKENS = 14_900;

/** Tokens of a session's definitions, by toolset in the order of the documentation. */
export function costOfTools(app: App): Report['tools'] {
  const { tools } = app.selection;
  const tokensIn = (some: readonly Tool[]): number => some.reduce((sum, tool) => sum + tokensOf(app, tool), 0);
  const toolsets = Object.keys(TOOLSETS).flatMap((toolset) => {
    const offered = tools.filter((tool) => tool.toolset === toolset);
    return offered.length === 0 ? [] : { toolset, tools: offered.length, tokens: tokensIn(offered) };
  });
  return { count: tools.length, tokens: tokensIn(tools), toolsets };
}

/** Tokens of one definition in this session. */
export const tokensOf = (app: App, tool: Tool): number =>
  Math.round(JSON.stringify(definitionOf(app, tool)).length / CHARACTERS_PER_TOKEN);

/** Warns if there are no tools, and beyond {@link MANY_TOKENS}. */
export function checkTools({ count, tokens, toolsets }: Report['tools']): Check {
  const names = toolsets.map(({ toolset }) => toolset).join(', ');
  const summary = `${counted(count, 'tool')} (${names}), about ${tokens} tokens of a model's context.`;
  if (count === 0) return warn('tools', NO_TOOLS.what, NO_TOOLS.advice);
  if (tokens <= MANY_TOKENS) return ok('tools', summary);
  return warn('tools', summary, 'In AGENT_PLATFORM_TOOLSETS, list only the toolsets you use.');
}
