/** Conversations of the last six weeks with the shop's assistants. */
import type { Chat } from '../assistants/assistant.ts';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { fractionFor, uuidFor } from '../ids.ts';

type Row = readonly [
  assistant: 'support' | 'docs' | 'operations' | 'onboarding',
  daysAgo: number,
  metadata: Readonly<Record<string, unknown>>,
  /** Questions and answers alternate. */
  ...turns: readonly string[],
];

const marta = { userId: 'customer-marta-keller', language: 'de', channel: 'web' };
const tom = { userId: 'customer-tom-okafor', language: 'en', channel: 'app' };
const aiko = { userId: 'customer-aiko-brandt', language: 'en', channel: 'web' };
const liam = { userId: 'customer-liam-walsh', language: 'en', channel: 'email' };
const sofia = { userId: 'customer-sofia-rossi', language: 'it', channel: 'web' };
const dana = { userId: 'staff-dana', language: 'en', team: 'operations' };
const jo = { userId: 'staff-jo', language: 'en', team: 'content' };

const CHATS: readonly Row[] = [
  [
    'support',
    0.1,
    marta,
    'Did my return of order 10482 arrive?',
    'Yes, it arrived with a torn zip. The refund of 249.00 EUR waits for a colleague.',
    'How long will that take?',
    'Usually a few hours. You get an e-mail when the money is on its way.',
  ],
  [
    'support',
    0.4,
    tom,
    'Where is my order 10497?',
    'It has been in the Duisburg depot for four days. I asked the carrier about it.',
  ],
  [
    'operations',
    0.5,
    dana,
    'What waits for approval?',
    'Six threads, the oldest for two days: the tent guide of the Content Publisher.',
  ],
  [
    'support',
    1,
    aiko,
    'When does order 10503 arrive?',
    'It left the warehouse and should arrive within two days with DHL.',
  ],
  [
    'docs',
    1.3,
    dana,
    'How do I reject a request?',
    'Call approve_thread with status REJECTED and a comment that says why.',
  ],
  [
    'support',
    2,
    liam,
    'Order 10511 says delivered but I have nothing.',
    'It was handed to a neighbour at number 14.',
    'There is no number 14 in my street!',
    'Thank you, I passed that on; a colleague looks into a refund.',
  ],
  ['operations', 2.2, dana, 'What did we spend this month?', 'The Release Manager cost most; the Data Cleanup least.'],
  [
    'support',
    3,
    sofia,
    'Can I still change the address of order 10520?',
    'Yes, it is not packed yet. Please send me the new address.',
    'Via Roma 12, Torino',
    'Changed. The parcels go to Via Roma 12, Torino.',
  ],
  [
    'docs',
    4,
    jo,
    'Where do I see what an agent costs?',
    'Use get_agent_costs with the period daily, monthly or summary.',
  ],
  [
    'support',
    5,
    marta,
    'How do I return a jacket?',
    'Print the label from your account; the return is free within 30 days.',
  ],
  [
    'operations',
    6,
    dana,
    'Which threads failed?',
    'Two this week: a credit check (HTTP 503) and a migration on staging.',
  ],
  ['support', 7, tom, 'Do you have gas cartridges of 230 g?', 'Only 450 g at the moment; 230 g come back next week.'],
  [
    'support',
    8.5,
    aiko,
    'Which tent is good in wind?',
    'The two-person tent was tested up to 90 km/h.',
    'And how heavy is it?',
    'It weighs 2.4 kg with its pegs.',
  ],
  [
    'docs',
    10,
    dana,
    'What does the read-only setting do?',
    'It leaves only the tools that read; nothing on the platform can be changed.',
  ],
  ['support', 11, liam, 'Is the merino shirt machine washable?', 'Yes, at 30 degrees, without softener.'],
  ['operations', 13, jo, 'How many articles did we publish?', 'Three this month, all by the Content Publisher.'],
  [
    'support',
    15,
    sofia,
    'Does the roof box fit a Fiat 500?',
    'No: it needs a roof of at least 120 cm. The 320 l box would fit.',
  ],
  ['support', 17, marta, 'I forgot my password.', 'I sent you a link; it works for one hour.'],
  [
    'docs',
    19,
    jo,
    'How do I test a tool?',
    'test_tool calls its endpoint once and reports the URL, the time and the answer.',
  ],
  [
    'support',
    22,
    tom,
    'My discount code does not work.',
    'AUTUMN10 ended on Sunday; I added it to your order nevertheless.',
  ],
  [
    'operations',
    24,
    dana,
    'Is anything stuck?',
    'No. One thread of the Data Cleanup has been running for ten minutes, which is usual.',
  ],
  ['support', 27, aiko, 'Do you ship to Norway?', 'Yes, within five days; customs are paid on delivery.'],
  ['onboarding', 29, jo, 'Where is the holiday calendar?', 'In the intranet under “People”.'],
  ['support', 31, liam, 'I want to cancel the newsletter.', 'Done: you will get no more newsletters.'],
  ['support', 34, sofia, 'Which bike rack carries two e-bikes?', 'The touring bike rack: up to 60 kg.'],
  ['docs', 37, dana, 'Can I search old chats?', 'Yes, search_chats filters by assistant, dates and metadata.'],
  [
    'support',
    40,
    tom,
    'When do head torches come back?',
    'In about ten days; I can send you a note.',
    'Yes please',
    'You will get an e-mail as soon as they are here.',
  ],
];

export function seedChats(startedAt: number): Chat[] {
  return CHATS.map(([assistant, daysAgo, metadata, ...turns], index) => {
    const createdAt = Math.round(startedAt - daysAgo * DAY - fractionFor(`chat:${index}`) * HOUR);
    return {
      chatUid: uuidFor(`chat:${index + 1}`),
      assistantIdentifier: `${assistant}-assistant`,
      createdAt,
      messages: turns.map((content, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content,
        at: createdAt + Math.floor(at / 2) * MINUTE + (at % 2) * 2_000,
      })),
      metadata: { ...metadata },
    };
  });
}
