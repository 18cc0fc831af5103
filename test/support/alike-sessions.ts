/** Sessions about alike requests: with a client that can't ask, and with one that asks about every group. */
import { type AlikePlatform, alikePlatform, type Refund, refund } from './alike-platform.ts';
import type { ClientKind, ElicitAnswer, ElicitRequest } from './clients.ts';
import { connectHere } from './clients-here.ts';
import { callAs } from './consent-human.ts';
import { inProcess } from './in-process.ts';

const TOKEN = 'tok_some-token-for-tests-1';

/** So many alike refunds, and others. */
export const many = (n: number, ...others: readonly Refund[]): Refund[] => [
  ...Array.from({ length: n }, (_, index) => refund(index)),
  ...others,
];

/** A session with a client that can't ask. */
export async function unasked(refunds: readonly Refund[], ...more: [Parameters<typeof alikePlatform>[1]?]) {
  const platform = await alikePlatform(refunds, ...more);
  const { call } = await inProcess({ BASE_URL: platform.url, TOKEN, MAX_RETRIES: '0' });
  const list = async (args: Record<string, unknown> = {}) => {
    const { data, text } = await call('list_pending_approvals', args);
    const { approvals } = data;
    return { data, text, approvals, tables: approvals.filter(({ alike }) => alike !== undefined) };
  };
  const decideGroup = (groupToken: unknown, status = 'APPROVED', comment?: string) =>
    call('decide_approvals', { groups: [{ groupToken, status, comment }] });
  return { platform, call, list, decideGroup };
}

/** Asks about every group of the inbox; `answers` fills in a page. */
export async function askedAbout(
  kind: ClientKind,
  refunds: readonly Refund[],
  answers: (page: ElicitRequest, index: number, platform: AlikePlatform) => ElicitAnswer,
) {
  const platform = await alikePlatform(refunds);
  const pages: ElicitRequest[] = [];
  const client = await connectHere({
    client: kind,
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN },
    elicit: async (page) => {
      pages.push(page);
      return answers(page, pages.length - 1, platform);
    },
  });
  const { approvals } = (await callAs(client, 'list_pending_approvals', {})).data;
  const args = {
    items: approvals
      .filter(({ alike }) => alike === undefined)
      .map(({ threadId, reviewToken }) => ({ threadId, status: 'APPROVED', reviewToken })),
    groups: approvals
      .filter(({ alike }) => alike !== undefined)
      .map(({ groupToken }) => ({ groupToken, status: 'APPROVED' })),
  };
  const { text, isError } = await callAs(client, 'decide_approvals', args);
  return { platform, pages, text, isError };
}
