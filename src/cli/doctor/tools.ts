/** Which tools a session would offer, and what their definitions cost a model. */

import { TOOLSETS } from '../../mcp/contract/tool.ts';
import type { App } from '../../mcp/engine/app.ts';
import { definitionOf } from '../../mcp/engine/definition.ts';
import type { Check, Report, ToolCost } from './report.ts';

/** A rule of thumb for English and JSON: a token is about four characters. */
const CHARACTERS_PER_TOKEN = 4;
/** Beyond this the definitions crowd a model's context. The default toolsets keep within it; a test holds them to it. */
export const MANY_TOKENS = 6_500;

export function costOfTools(app: App): Report['tools'] {
  const byToolset = new Map<string, ToolCost>();
  let characters = 0;
  for (const tool of app.selection.tools) {
    const length = JSON.stringify(definitionOf(app, tool)).length;
    const known = byToolset.get(tool.toolset) ?? { toolset: tool.toolset, tools: 0, tokens: 0 };
    const tokens = known.tokens + Math.round(length / CHARACTERS_PER_TOKEN);
    byToolset.set(tool.toolset, { ...known, tools: known.tools + 1, tokens });
    characters += length;
  }
  return {
    count: app.selection.tools.length,
    tokens: Math.round(characters / CHARACTERS_PER_TOKEN),
    // In the catalogue's order, as the documentation has them.
    toolsets: Object.keys(TOOLSETS).flatMap((toolset) => byToolset.get(toolset) ?? []),
  };
}

export function checkTools({ count, tokens }: Report['tools']): Check {
  const summary = `${count} tools, about ${tokens} tokens of a model's context.`;
  if (count === 0) {
    const next = 'Relax AGENT_PLATFORM_TOOLSETS, _TOOLS, _EXCLUDE_TOOLS or _READ_ONLY.';
    return { id: 'tools', status: 'warn', summary: 'The settings leave no tools.', next };
  }
  if (tokens <= MANY_TOKENS) return { id: 'tools', status: 'ok', summary };
  return {
    id: 'tools',
    status: 'warn',
    summary,
    next: 'In AGENT_PLATFORM_TOOLSETS, list only the toolsets you use.',
  };
}
