import * as z from 'zod';
import { agentListGap, agentsNamed, allAgents, requireAgent } from '../../domain/agents/agents.ts';
import { withNames } from '../../domain/by-name.ts';
import { archivedFilter, inProject, uncheckedFilterNotes } from '../../domain/filters.ts';
import { isExactly } from '../../domain/named.ts';
import { masked } from '../../mcp/contract/mask-credentials.ts';
import { type Item, present, structured, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { AGENT } from '../../platform/parse/agents.ts';
import { fieldsThat, foreignJson, isEmpty } from '../../platform/parse/coerce.ts';
import type { Agent } from '../../platform/parse/records.ts';
import type { Field } from '../../platform/parse/table.ts';
import { excerpt } from '../../present/excerpt.ts';
import {
  allOf,
  droppedNotes,
  headline,
  localPage,
  type PageQuery,
  platformPage,
  restOf,
} from '../../present/paging.ts';
import { facts, listOf } from '../../present/record.ts';
import { count, firstOf } from '../../present/units.ts';
import { agentId, agentName, ONE_AGENT, oneAgent, pageOf, project } from '../fields.ts';
import { objects, records, result, shapeOf } from '../results.ts';

/** GET /v1/agents. */
export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  toolset: 'agents',
  effect: 'read',
  example: {},
  description: 'Lists agents with state, provider, model and purpose, or reads one with its settings.',
  input: () => {
    const query = operations.listAgents.query().shape;
    return z
      .strictObject({
        ...pageOf(query),
        archived: query.archived.describe('Archived ones instead.'),
        projectId: project().optional(),
        agentId: agentId().optional(),
        agentName: agentName(),
      })
      .refine(oneAgent, ONE_AGENT);
  },
  needs: { projectId: 'list_projects' },
  output: () => result({ agents: records({ ...shapeOf(AGENT), ...objects('otherFields') }) }),
  handle: withNames(['projectId'], 'read', async ({ agentId, agentName, ...query }, context) => {
    const { call } = context;
    if (agentId !== undefined || agentName !== undefined) return agentsAsked({ agentId, agentName, ...query }, context);
    const response = await call(operations.listAgents, { query });
    const page = platformPage(
      response,
      query,
      restOf('list_agents', query),
      allOf<Agent>(archivedFilter(query.archived), inProject(query.projectId)),
    );
    const { items } = page;
    const isSilent = query.archived === true && items.some(({ archived }) => archived === undefined);
    return {
      summary: headline(page, query, `${query.archived ? 'archived ' : ''}agent`),
      notes: present(
        ...page.notes,
        ...uncheckedFilterNotes(items, query.projectId),
        isSilent &&
          'The platform does not say for every agent whether it is archived, so the filter could not be checked.',
      ),
      list: listOf('agents', AGENT, page),
    };
  }),
});

/** Agents that a note names. */
const OTHERS = 5;
/** Characters of the settings that no field of results shows. */
const SETTINGS = 2_000;
/** The keys that hold those that a field shows. */
const SHOWN: ReadonlySet<string> = new Set(
  Object.entries<Field>(AGENT).flatMap(([name, { from = [name], show }]) => (show === undefined ? [] : from)),
);

interface AgentQuery extends PageQuery {
  readonly agentId: string | undefined;
  readonly agentName: string | undefined;
  readonly archived?: boolean | undefined;
  readonly projectId?: string | undefined;
}

/** The agents with an id or a part of a name, archived ones too; one alone with its settings. @throws Refusal if none is */
async function agentsAsked(
  { agentId, agentName = '', ...query }: AgentQuery,
  context: ToolContext,
): Promise<ToolResult> {
  const all =
    agentId === undefined
      ? await agentsNamed(agentName, context, allAgents(context.call, query.archived))
      : { items: [await requireAgent(context.call, agentId)], isWhole: true };
  // A whole name means that agent, whose name others may contain.
  const exact = all.items.filter(isExactly(agentName));
  const [found, others] = exact.length === 1 ? [exact, all.items.filter((one) => one !== exact[0])] : [all.items, []];
  const filter = allOf<Agent>(archivedFilter(query.archived), inProject(query.projectId));
  const items = found.filter((agent) => filter?.matches(agent) ?? true);
  const page = localPage({ items, unreadable: 0 }, query, restOf('list_agents', { ...query, agentName }));
  const [only] = items;
  const list = listOf('agents', AGENT, page);
  return {
    summary: `${count(items.length, 'agent')}${agentId === undefined ? (found === exact ? ' with that name' : ' with a name like that') : ''}.`,
    notes: present(
      !all.isWhole && agentListGap(''),
      ...droppedNotes(found.length - items.length, filter),
      ...uncheckedFilterNotes(items, query.projectId),
      others.length > 0 &&
        `${count(others.length, 'other agent')} with a name like that: ${firstOf(others, OTHERS, ({ id, name }) => `${id} ${name?.line(60)}`)}.`,
    ),
    list: only !== undefined && items.length === 1 ? { ...list, items: [wholeItem(only)] } : list,
  };
}

/** An agent with its whole description and settings; credentials among them are masked. */
function wholeItem(agent: Agent): Item {
  const { source } = agent;
  const rest = masked(fieldsThat((key, value) => !SHOWN.has(key) && !isEmpty(value), source));
  const text = foreignJson(rest);
  const otherFields = text && structured(text, rest, excerpt(text, SETTINGS));
  const shown = facts(AGENT, agent);
  const lines = Object.entries({ ...shown, otherFields }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return { data: { ...shown, otherFields }, line: lines.join('\n') };
}
