/** The scenario `hundred`: 100 requests wait, twelve of them are named traps, and nothing is told about the others. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { briefOf } from '../../src/domain/approvals/brief/brief.ts';
import { briefInputOf } from '../../src/domain/approvals/brief/extract.ts';
import { AgentHistory } from '../../src/domain/approvals/brief/history.ts';
import { requestOf } from '../../src/domain/threads/request.ts';
import { decidedCalls } from '../../src/domain/threads/request-calls.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import scenario from '../../src/sandbox/seed/hundred.json' with { type: 'json' };
import { agentId } from '../../src/sandbox/seed/records.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { openSandbox } from '../support/sandbox.ts';

const START = Date.parse('2026-03-15T10:00:00Z');
const traps = new Map(scenario.traps.map(({ trap }) => [threadId(trap), trap]));

async function waitingIn(sandbox: Sandbox) {
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const all = scenario.agents.map(async ({ key }) => {
    const response = await fetch(`${sandbox.url}/v1/agents/${agentId(key)}/threads?limit=100`, { headers });
    const sent = z.array(z.looseObject({})).parse(await response.json());
    const threads = sent.flatMap((one) => readThread(one) ?? []);
    const history = new AgentHistory(threads);
    const waiting = threads.filter(({ status }) => status === 'AWAITING_APPROVAL');
    return waiting.map((thread) => {
      const request = requestOf(thread);
      return { id: thread.id, request, brief: briefOf(briefInputOf(request), { history }) };
    });
  });
  return (await Promise.all(all)).flat();
}

const started = (): Promise<Sandbox> => openSandbox({ now: () => START, scenario: 'hundred' });

describe('the scenario `hundred`', () => {
  let waiting: Awaited<ReturnType<typeof waitingIn>>;
  beforeAll(async () => {
    waiting = await waitingIn(await started());
  });

  it('has 100 requests of five agents, twelve of which are named traps', () => {
    expect(waiting).toHaveLength(100);
    expect(new Set(waiting.map(({ request }) => request.thread.agentId)).size).toBe(5);
    expect(traps.size).toBe(12);
    expect(waiting.filter(({ id }) => traps.has(id))).toHaveLength(12);
  });

  it('is the same each time', async () => {
    const digests = (all: typeof waiting): string[] => all.map(({ request }) => request.digest);
    expect(digests(await waitingIn(await started()))).toEqual(digests(waiting));
  });

  it('has no finding about the 88 good ones, each of which asks for one open call', () => {
    for (const { id, request, brief } of waiting.filter((one) => !traps.has(one.id))) {
      const { contradictions, unusual, unsaid, notCompared, sources } = brief;
      expect({ id, contradictions, unusual, unsaid, notCompared }).toEqual({
        id,
        contradictions: [],
        unusual: [],
        unsaid: [],
        notCompared: [],
      });
      expect(sources.flat().map(({ leaf, source }) => [id, leaf.key, source.from])).toEqual(
        sources.flat().map(({ leaf }) => [id, leaf.key, expect.stringMatching(/^(?:user|tool)$/)]),
      );
      expect(decidedCalls(request).map(({ state }) => state)).toEqual(['open']);
    }
  });

  it('has three requests that were asked again', () => {
    const asked = waiting.map(({ request: { thread, task, calls } }) =>
      JSON.stringify([
        thread.agentId,
        task?.raw,
        calls.map(({ name, argumentsText }) => [name.raw, argumentsText.raw]),
      ]),
    );
    expect(asked).toHaveLength(new Set(asked).size + 3);
  });

  it('has traps that are what their names say', () => {
    const found = [...traps].map(([id, trap]) => {
      const one = waiting.find((other) => other.id === id);
      if (one === undefined) return [trap, 'missing'];
      const { brief, request } = one;
      const calls = decidedCalls(request).map(({ name, argumentsText }) => `${name.raw} ${argumentsText.raw}`);
      return [trap, calls, brief.contradictions, brief.unsaid, brief.unusual, brief.earlier];
    });
    expect(found).toMatchSnapshot();
  });
});
