/** Who started a thread: told apart by issuer and subject, never by a name or an e-mail that two may share. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { fourEyesObjection } from '../../src/domain/approvals/four-eyes.ts';
import { starterOf, withStamp } from '../../src/domain/threads/starter.ts';
import { principal } from '../../src/mcp/engine/caller.ts';
import { readSettings } from '../../src/settings/read.ts';
import { threadFrom } from '../support/requests.ts';

const { values: settings } = readSettings({ AGENT_PLATFORM_FOUR_EYES: 'known' });
const seal = (purpose: string, text: string): string =>
  createHmac('sha256', 'key')
    .update(purpose + text)
    .digest('hex');
const person = (issuer: string | undefined, subject: string, label = 'anna@team.example') => ({
  caller: principal({
    issuer,
    subject,
    label,
    client: 'app',
    isPerson: true,
    rights: new Set(),
    names: [subject, label],
  }),
  decisions: { claims: { take: async () => true, leftMs: async () => 0, release: async () => {} }, seal },
  settings,
});
const ANNA = person('https://a.example', 'anna');

const SAID = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Do it.' },
];

function threadBy(people: typeof ANNA, { message = 'Do it.', metadata = {}, says = SAID, agentId = 'agent-1' } = {}) {
  const first = { agentId: 'Agent-1', first: message };
  return threadFrom({
    id: 'thread-1',
    agentId,
    status: 'AWAITING_APPROVAL',
    metadata: withStamp(metadata, first, people),
    messages: says,
  });
}

it.each([
  { it: 'the same e-mail at another issuer', other: person('https://b.example', 'anna') },
  { it: 'the same e-mail, another subject', other: person('https://a.example', 'anna2') },
  { it: 'no issuer', other: person(undefined, 'anna') },
  { it: 'parts that join to the same text', other: person('https://a.example anna', '') },
])('$it is somebody else', ({ other }) => {
  const starter = starterOf(threadBy(ANNA), other);
  expect(starter?.isCaller).toBe(false);
  expect(starter?.name.raw).toBe('anna@team.example');
  expect(starterOf(threadBy(ANNA), ANNA)?.isCaller).toBe(true);
});

it.each(['with blanks and %20', 'ä ö | " \\ \u202e', '', 'v1 v1 v1'])(
  'a label %j is read as it was written',
  (label) => {
    const people = person('https://a.example', 'sub ject', label);
    const starter = starterOf(threadBy(people), people);
    expect(starter).toMatchObject({ isCaller: true });
    expect(starter?.name.raw).toBe(label === '' ? 'sub ject' : label);
  },
);

it('the stamp is valid even if the platform sends metadata as text, with other blanks', () => {
  const thread = threadBy(ANNA, { message: 'Do\n it. ', metadata: { order: 1 } });
  const { metadata } = thread.source;
  const text = { ...thread, source: { ...thread.source, metadata: JSON.stringify(metadata) } };
  expect(starterOf(text, ANNA)?.isCaller).toBe(true);
});

const BERT = person('https://a.example', 'bert', 'bert@team.example');
const later = Array.from({ length: 12 }, (_, at) => ({ role: 'assistant', content: `Step ${at}.` }));

it.each([
  { how: 'rewrites the first message', says: [{ role: 'user', content: '<p>Do it.</p>' }] },
  { how: 'completes the first message', says: [{ role: 'user', content: 'Do it. -- sent by the platform' }] },
  { how: 'reverses the conversation', says: [...later, ...SAID] },
  { how: 'drops the first message', says: later },
  { how: 'sends no conversation', says: [] },
])('if the platform $how, the person in the stamp has probably started the thread', ({ says }) => {
  const thread = threadBy(ANNA, { says });
  expect(starterOf(thread, ANNA)).toMatchObject({ isCaller: true, isCertain: false });
  expect(starterOf(thread, BERT)).toMatchObject({ isCaller: false, isCertain: false });
});

it.each([
  { it: 'another id than its starter wrote', agentId: '6f1c1a52-6f0e-4b56-9d0c-2b1f4a1c9e01' },
  { it: 'no id', agentId: undefined },
])(
  'of an agent that the platform gives $it, the person in the stamp has probably started the thread',
  ({ agentId }) => {
    const { agentId: _, ...thread } = threadBy(ANNA);
    const other = agentId === undefined ? thread : { ...thread, agentId };
    expect(starterOf(other, ANNA)).toMatchObject({ isCaller: true, isCertain: false });
    expect(starterOf(other, BERT)).toMatchObject({ isCaller: false, isCertain: false });
  },
);

it.each([
  { it: 'the person', change: (stamp: string) => stamp.replaceAll('anna', 'bert') },
  { it: 'the time', change: (stamp: string) => stamp.replace(/20\d\d/, '2020') },
  { it: 'the second signature', change: (stamp: string) => stamp.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
  { it: 'its end', change: (stamp: string) => stamp.replace(/ \w+$/, '') },
])('a stamp with $it changed names nobody once the first message is gone, either', ({ change }) => {
  const thread = threadBy(ANNA, { says: later });
  const { metadata } = thread.source;
  const changed = change(String((metadata as Record<string, unknown>).agentPlatformStarter));
  const source = { ...thread.source, metadata: { agentPlatformStarter: changed } };
  expect(starterOf({ ...thread, source }, ANNA)).toBeUndefined();
});

it('an operator’s field is certain, and counts before a stamp that is only probable; both keep the starter from deciding', () => {
  const { values } = readSettings({ AGENT_PLATFORM_FOUR_EYES: 'known', AGENT_PLATFORM_FOUR_EYES_FIELD: 'requestedBy' });
  const thread = threadBy(ANNA, { says: later, metadata: { requestedBy: 'bert' } });
  for (const people of [ANNA, BERT]) {
    const starter = starterOf(thread, { ...people, settings: values });
    expect(starter?.name.raw).toBe('bert');
    expect(starter).toMatchObject({ isCaller: true, isCertain: true });
  }
});

it('an operator’s field may hold a person’s number: the subject of a token may be one, too', () => {
  const { values } = readSettings({ AGENT_PLATFORM_FOUR_EYES: 'known', AGENT_PLATFORM_FOUR_EYES_FIELD: 'requestedBy' });
  const [own, other] = ['4711', '4712'].map((subject) => ({
    ...person('https://a.example', subject),
    settings: values,
  }));
  const thread = threadFrom({ id: 'thread-1', status: 'AWAITING_APPROVAL', metadata: { requestedBy: 4711 } });
  expect(own && starterOf(thread, own)).toMatchObject({ isCaller: true, isCertain: true });
  expect(other && starterOf(thread, other)).toMatchObject({ isCaller: false, isCertain: true });
  const unnamed = threadFrom({ id: 'thread-1', status: 'AWAITING_APPROVAL', metadata: { requestedBy: false } });
  expect(own && starterOf(unnamed, own)).toBeUndefined();
});

it.each([
  {
    requestedBy: ['bert', 'Anna'],
    own: 'you started this thread, and nobody may decide on a thread that they started.',
  },
  { requestedBy: ['bert', 4711], own: undefined },
  { requestedBy: [], own: undefined },
  { requestedBy: { name: 'anna' }, own: 'the field requestedBy of its metadata holds something other than names' },
  { requestedBy: ['bert', { name: 'anna' }], own: 'the field requestedBy of its metadata holds' },
])(
  'an operator’s field may hold several names, and one that can’t be read bars everybody: $requestedBy',
  (metadata) => {
    const { values } = readSettings({
      AGENT_PLATFORM_FOUR_EYES: 'known',
      AGENT_PLATFORM_FOUR_EYES_FIELD: 'requestedBy',
    });
    const { own, ...of } = metadata;
    const thread = threadFrom({ id: 'thread-1', status: 'AWAITING_APPROVAL', metadata: of });
    const why = fourEyesObjection(thread, { ...ANNA, settings: values });
    expect(why?.slice(0, own?.length)).toBe(own);
  },
);
