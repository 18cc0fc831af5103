/** The shop's tool servers. Their endpoints are served by the sandbox itself; one of them always fails. */
import { toolDefinition } from '../../platform/operations/schemas.ts';
import { DAY } from '../clock.ts';
import { uuidFor } from '../ids.ts';
import { SHOP_TOOL_TOKEN, TOOLS_PREFIX } from '../tools/endpoints.ts';
import type { ToolServer } from '../tools/tool-server.ts';
import { projectId } from './agents.ts';
import servers from './tool-servers.json' with { type: 'json' };

/** @param origin `http://127.0.0.1:PORT` of this sandbox, for `{tools}` in the file. */
export function seedToolServers(startedAt: number, origin: string): ToolServer[] {
  const text = JSON.stringify(servers)
    .replaceAll('{tools}', `${origin}${TOOLS_PREFIX.slice(0, -1)}`)
    .replaceAll('{shopToken}', SHOP_TOOL_TOKEN);
  const cards: typeof servers = JSON.parse(text);
  return cards.map(({ name, identifier, project, ageDays, tools, ...card }) => ({
    id: uuidFor(`tool-server:${identifier}`),
    ...{ name, identifier },
    ...(project === undefined ? {} : { projectId: projectId(project) }),
    ...card,
    createdAt: startedAt - ageDays * DAY,
    tools: tools.map((tool) => ({
      id: uuidFor(`tool:${tool.function.name}`),
      definition: toolDefinition().parse(tool),
    })),
  }));
}
