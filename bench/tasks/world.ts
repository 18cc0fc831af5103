/** The subjects of the tasks in each of the two worlds: the sandbox, and a big platform. */

export interface World {
  readonly waiting: number;
  /** Part of the name of the agent whose request has waited longest. */
  readonly longest: string;
  /** Words of one request that waits. */
  readonly topic: string;
  readonly rejectAgent: string;
  readonly rejectAbove: number;
  readonly rejected: number;
  readonly costAgent: string;
  readonly months: readonly [string, string];
  readonly mostExpensive: string;
  readonly question: string;
  readonly answer: string;
  readonly assistant: string;
  readonly toolServer: string;
  readonly tools: readonly (readonly [name: string, parameters: object])[];
  /** Why the latest three threads failed. */
  readonly reasons: readonly string[];
  readonly page: string;
  readonly pageSays: string;
  /** Words of one running thread. */
  readonly running: string;
  readonly language: string;
  readonly dates: { readonly fromDate: string; readonly toDate: string };
  readonly chats: number;
}

const DAY = 86_400_000;
const day = (back: number): string => new Date(Date.now() - back * DAY).toISOString().slice(0, 10);

/** The last two complete months. */
function months(): readonly [string, string] {
  const month = (back: number): string => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  };
  return [month(2), month(1)];
}

export const SANDBOX: World = {
  waiting: 6,
  longest: 'Content Publisher',
  topic: 'which trip',
  rejectAgent: 'Refund',
  rejectAbove: 200,
  rejected: 2,
  costAgent: 'Release',
  months: months(),
  mostExpensive: 'Refund Agent',
  question: 'return of order 10482',
  answer: 'it arrived with a torn zip',
  assistant: 'Customer Support',
  toolServer: 'Shop Tools',
  tools: [
    ['lookup_order', { orderNumber: '10482' }],
    ['check_stock', { sku: 'TT-2P' }],
  ],
  reasons: ['HTTP 503', 'migration 0042', 'locked by the nightly export'],
  page: 'Costs',
  pageSays: 'the day on which it was created, in UTC',
  running: 'search has been slow',
  language: 'de',
  dates: { fromDate: day(21), toDate: day(0) },
  chats: 3,
};

export const BIG: World = {
  ...SANDBOX,
  waiting: 42,
  longest: 'Agent 525',
  topic: 'harbour lamps',
  rejectAgent: 'Agent 725',
  rejectAbove: 500,
  rejected: 2,
  costAgent: 'Agent 300',
  mostExpensive: 'Agent 999',
  question: 'lost parcel 77120',
  answer: 'it was found in Duisburg',
  assistant: 'Customer Support',
  toolServer: 'Server 4',
  tools: [
    ['lookup_4_1', { id: '1' }],
    ['lookup_4_2', { id: '2' }],
  ],
  reasons: ['Failed with code 1.', 'Failed with code 2.', 'Failed with code 3.'],
  page: 'Page 7',
  pageSays: 'The seventh rule is patience.',
  running: 'counting the seals',
  chats: 22,
};
