/** The table of operations is the specification: no more, no less, no different. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operationList } from '../../src/platform/operations/index.ts';
import {
  allDifferences,
  chatMessageDifferences,
  errorDifferences,
  findOperation,
  operationDifferences,
  queryDifferences,
  resourceDifferences,
  resourceNames,
  tableDifferences,
} from './differences.ts';
import { otherOperations, parseDocument, specifiedOperations } from './spec-document.ts';

const markdown = readFileSync(new URL('../fixtures/platform-api-spec.md', import.meta.url), 'utf8');
const document = parseDocument(markdown);

describe('the specification', () => {
  it('holds four specified operations and 26 known by method and path', () => {
    expect(specifiedOperations(document)).toHaveLength(4);
    expect(otherOperations(document)).toHaveLength(26);
  });
});

describe('the table of operations', () => {
  it.each([
    ...specifiedOperations(document).map(({ method, path }) => [method, path] as const),
    ...otherOperations(document).map(({ method, path }) => [method, path] as const),
  ])('has %s %s', (method, path) => {
    expect(findOperation(method, path)).toBeDefined();
  });

  it('agrees with the specification on what is in it, on groups and on parameter names', () => {
    expect(tableDifferences(document)).toEqual([]);
  });

  it('adds none without calling it assumed: test/contract/platform-notes.test.ts looks for those in the notes', () => {
    expect(operationList.filter(({ assumed }) => !assumed)).toHaveLength(4 + 26);
  });

  it('names each operation once', () => {
    expect(new Set(operationList.map(({ name }) => name)).size).toBe(operationList.length);
  });

  it('marks as repeatable only what reads: every GET, and the chat list, which is a POST', () => {
    const reads = operationList.filter(({ repeatable }) => repeatable);
    expect(reads.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual(['listChats']);
    expect(operationList.filter(({ method, repeatable }) => method === 'GET' && !repeatable)).toEqual([]);
  });

  it('sends no body with a GET and no query with anything else but the deletion of a folder', () => {
    expect(operationList.filter(({ method, body }) => method === 'GET' && body)).toEqual([]);
    const queries = operationList.filter(({ method, query }) => method !== 'GET' && query);
    expect(queries.map(({ name }) => name)).toEqual(['deleteFolder']);
  });
});

describe('the schemas', () => {
  it.each(resourceNames)('of %s have the fields, types, requirements and meanings of its table', (name) => {
    expect(resourceDifferences(document, name)).toEqual([]);
  });

  it('of a chat message have the three fields that are named', () => {
    expect(chatMessageDifferences(document)).toEqual([]);
  });

  it('of the query of list threads have its types, defaults, bounds and values', () => {
    expect(queryDifferences(document)).toEqual([]);
  });

  it('of the specified operations have the bodies, responses and statuses of the specification', () => {
    expect(operationDifferences(document)).toEqual([]);
  });

  it('have the general error statuses, and those of list threads', () => {
    expect(errorDifferences(document)).toEqual([]);
  });
});

/** A specification that differs in one place must be noticed: otherwise the tests above prove nothing. */
describe('notices a change of the specification', () => {
  it.each([
    [
      'an added operation',
      '| Agents | POST /v1/agents |',
      '| Agents | POST /v1/agents |\n| Agents | PUT /v1/agents/{id} |',
    ],
    ['a removed operation', '| Tool Servers | POST /v1/tool-servers/{id}/clone |\n', ''],
    ['another method', 'PATCH /v1/agents/{id}', 'PUT /v1/agents/{id}'],
    ['another path', 'threads/{threadId}/pause', 'threads/{threadId}/halt'],
    ['another path parameter', '{assistant_id}/chats/{chat_id}', '{assistant_id}/chats/{chatId}'],
    ['another group', '| Assistants | GET /v1/assistants |', '| Agents | GET /v1/assistants |'],
    ['an added status', '`FAILED`, `AWAITING_APPROVAL`.\n\n### AgentThread', '`FAILED`, `QUEUED`.\n\n### AgentThread'],
    ['an added role', '`user`, `assistant`, `system`, `tool`', '`user`, `assistant`, `system`'],
    ['a removed decision', '`PENDING`, `APPROVED`, `REJECTED` | yes', '`APPROVED`, `REJECTED` | yes'],
    ['an added field', '| cost | number (float) | no |', '| tags | string | no | t |\n| cost | number (float) | no |'],
    ['a removed field', '| updatedAt | string, date-time | no | last update timestamp |\n', ''],
    ['a field of another type', '| cost | number (float) |', '| cost | string |'],
    ['a field that became required', '| comment | string | no |', '| comment | string | yes |'],
    ['a field with another meaning', 'custom data, for example', 'own data, for example'],
    ['a null that is no longer allowed', '| chatUuid | string or null |', '| chatUuid | string |'],
    ['another upper bound', '| 1 to 100 | maximum', '| 1 to 200 | maximum'],
    ['another lower bound', '| 0 | minimum 0 | number', '| 0 | minimum 1 | number'],
    ['another default', '| limit | integer (int32) | 20 |', '| limit | integer (int32) | 50 |'],
    ['another bound under Limits', 'integer 1 to 100, default 20', 'integer 1 to 50, default 20'],
    ['a removed query parameter', '| tenantId | string | none | | filter by tenant |\n', ''],
    ['another body', 'Request body (application/json): ChatHistoryFilter', 'Request body: AssistantMessageRequest'],
    ['another answer', 'Response: a JSON array of ChatHistory', 'Response: a JSON array of AgentThread'],
    ['another number of answers', 'one AgentThread object', 'a JSON array of AgentThread'],
    ['another success', 'Response 200 (decision', 'Response 202 (decision'],
    ['another error of list threads', 'Error statuses: 401, 404', 'Error statuses: 401, 403, 404'],
    ['another general error', '| 429 | rate limit exceeded |\n', ''],
    ['another chat message field', '`content` (string), `timestamp`', '`text` (string), `timestamp`'],
  ])('%s', (_what, before, after) => {
    expect(markdown).toContain(before);
    expect(allDifferences(parseDocument(markdown.replace(before, after)))).not.toEqual([]);
  });
});
