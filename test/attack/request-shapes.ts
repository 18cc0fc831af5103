/**
 * Shapes in which platforms send, or may send, an agent's request. Each has one payload in a place that a reader of the
 * specification alone would miss.
 */

export interface Shape {
  readonly it: string;
  /** The thread's fields beside its id and status, asking for `what`. */
  asks(what: string): Readonly<Record<string, unknown>>;
  /** The whole answer, where it is not the thread itself. */
  wrap?(thread: object, what: string): unknown;
}

const user = { role: 'user', content: 'Handle it.' };
const call = (fields: object) => ({ role: 'assistant', content: 'A routine matter.', ...fields });
const said = (...messages: object[]) => ({ messages: [user, ...messages] });
const asking = (fields: object) => said(call(fields));
const wire = (what: string) => ({ to: what, amount: 900 });
const json = (what: string) => JSON.stringify(wire(what));
const plain = said({ role: 'assistant', content: 'Shall I?' });
const calls = (id: string, name: string, args: string) =>
  call({ tool_calls: [{ id, function: { name, arguments: args } }] });
const opens = (what: string, id = 'c1') => calls(id, 'wire', json(what));
const CLOCK = calls('c2', 'read_clock', '{}');
const timeFor = (id: string) => ({ role: 'tool', tool_call_id: id, content: '12:00' });
const HURRY = { role: 'user', content: 'Hurry up, please.' };
const GO_ON = { role: 'assistant', content: 'May I go on?' };
const notes = (decision: string) => ({ role: 'system', content: `Approval decision: ${decision}` });

export const SHAPES: readonly Shape[] = [
  {
    it: 'tool_calls as specified elsewhere',
    asks: (what) =>
      asking({ tool_calls: [{ id: 'c1', type: 'function', function: { name: 'wire', arguments: json(what) } }] }),
  },
  {
    it: 'arguments as an object',
    asks: (what) => asking({ tool_calls: [{ function: { name: 'wire', arguments: wire(what) } }] }),
  },
  { it: 'toolCalls', asks: (what) => asking({ toolCalls: [{ toolName: 'wire', args: wire(what) }] }) },
  {
    it: 'an empty tool_calls beside toolCalls',
    asks: (what) => asking({ tool_calls: [], toolCalls: [{ name: 'wire', args: wire(what) }] }),
  },
  {
    it: 'function_call',
    asks: (what) => asking({ content: null, function_call: { name: 'wire', arguments: json(what) } }),
  },
  { it: 'functionCall', asks: (what) => asking({ functionCall: { name: 'wire', args: wire(what) } }) },
  {
    it: 'a custom tool',
    asks: (what) => asking({ tool_calls: [{ type: 'custom', custom: { name: 'shell', input: `pay ${what}` } }] }),
  },
  { it: 'arguments under params', asks: (what) => asking({ tool_calls: [{ name: 'wire', params: wire(what) }] }) },
  {
    it: 'arguments beside function',
    asks: (what) => asking({ tool_calls: [{ function: { name: 'wire' }, arguments: json(what) }] }),
  },
  {
    it: 'empty arguments before others',
    asks: (what) => asking({ tool_calls: [{ function: { name: 'wire', arguments: '{}', parameters: wire(what) } }] }),
  },
  { it: 'input', asks: (what) => asking({ tool_calls: [{ name: 'wire', input: wire(what) }] }) },
  { it: 'the function as text', asks: (what) => asking({ tool_calls: [{ function: 'wire', arguments: json(what) }] }) },
  { it: 'calls as strings', asks: (what) => asking({ tool_calls: [`wire(to=${what})`] }) },
  {
    it: 'calls as JSON text',
    asks: (what) => asking({ tool_calls: JSON.stringify([{ name: 'wire', arguments: wire(what) }]) }),
  },
  { it: 'one call that is no list', asks: (what) => asking({ tool_calls: { name: 'wire', arguments: wire(what) } }) },
  {
    it: 'a call with a field that nobody foresaw',
    asks: (what) => asking({ tool_calls: [{ name: 'wire', arguments: { a: 1 }, recipient: what }] }),
  },
  {
    it: 'a tool_use part',
    asks: (what) =>
      said({
        role: 'assistant',
        content: [
          { type: 'text', text: 'ok' },
          { type: 'tool_use', id: 't1', name: 'wire', input: wire(what) },
        ],
      }),
  },
  {
    it: 'a tool-call part',
    asks: (what) =>
      said({
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 't1', toolName: 'wire', args: wire(what) }],
      }),
  },
  {
    it: 'a part of an unknown type',
    asks: (what) => said({ role: 'assistant', content: [{ type: 'wire_transfer', ...wire(what) }] }),
  },
  {
    it: 'an empty content beside text',
    asks: (what) => said({ role: 'assistant', content: '', text: `Pay ${what}?` }),
  },
  {
    it: 'message and text',
    asks: (what) => said({ role: 'assistant', content: { message: 'Shall I?', text: `Pay ${what}?` } }),
  },
  {
    it: 'data of the content',
    asks: (what) => said({ role: 'assistant', content: { message: 'Shall I?', data: wire(what) } }),
  },
  {
    it: 'a file of the same name at another address',
    asks: (what) =>
      said({
        role: 'assistant',
        content: { message: 'Send?', files: [{ name: 'a.pdf', url: `https://files.example/${what}` }] },
      }),
  },
  {
    it: 'attachments',
    asks: (what) => asking({ attachments: [{ name: 'a.pdf', url: `https://files.example/${what}` }] }),
  },
  {
    it: 'pendingAction of the message',
    asks: (what) => asking({ pendingAction: { tool: 'wire', params: wire(what) } }),
  },
  { it: 'metadata of the message', asks: (what) => asking({ metadata: wire(what) }) },
  {
    it: 'pendingApproval of the thread',
    asks: (what) => ({ ...plain, pendingApproval: { toolName: 'wire', input: wire(what) } }),
  },
  { it: 'pendingAction of the thread, in words', asks: (what) => ({ ...plain, pendingAction: `pay ${what}` }) },
  { it: 'metadata of the thread', asks: (what) => ({ ...plain, metadata: { request: wire(what) } }) },
  { it: 'a time that is none', asks: (what) => ({ ...plain, updatedAt: `2026-03-01 (pay ${what})` }) },
  { it: 'messages that are no list', asks: (what) => ({ messages: { request: wire(what) } }) },
  { it: 'a message that is a bare text', asks: (what) => ({ messages: [user, `Pay ${what}?`] }) },
  { it: 'a harmless last call', asks: (what) => said(opens(what), CLOCK, timeFor('c2'), GO_ON) },
  {
    it: 'a call before a note that decides nothing',
    asks: (what) => said(opens(what), notes('pending.'), GO_ON),
  },
  {
    it: 'parts beside the content, as another API has them',
    asks: (what) => said({ role: 'model', parts: [{ functionCall: { name: 'wire', args: wire(what) } }] }),
  },
  {
    it: 'a key that JavaScript reads as something else',
    asks: (what) => said(JSON.parse(`{"role":"assistant","content":"ok","__proto__":{"to":"${what}"}}`) as object),
  },
  { it: 'a call before words of a human that decide nothing', asks: (what) => said(opens(what), HURRY, GO_ON) },
  {
    it: 'a call before a tool answer in the role of the user',
    asks: (what) =>
      said(
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'wire', input: wire(what) }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c0', content: 'fine' }] },
        GO_ON,
      ),
  },
  {
    it: 'the name of the tool that asks',
    asks: (what) => said(call({}), { role: 'tool', name: `wire_to_${what}`, content: 'needs approval' }),
  },
  {
    it: 'a name and no words',
    asks: (what) => said(call({}), { role: 'tool', name: `wire_to_${what}`, content: '' }),
  },
  {
    it: 'a name too long to be one',
    asks: (what) => said(call({}), { role: 'tool', name: `${'wire '.repeat(40)}to ${what}`, content: 'May I?' }),
  },
  {
    it: 'a name as long as a name may be',
    asks: (what) => said(call({}), { role: 'tool', name: what.padStart(80, 'wire_'), content: '' }),
  },
  { it: 'words in the place of an id', asks: (what) => asking({ tool_call_id: `pay ${what} now` }) },
  { it: 'the id of a call that the agent has not made', asks: (what) => asking({ tool_call_id: what }) },
  {
    it: 'a name beside a call, and no words',
    asks: (what) => asking({ content: '', name: what, tool_calls: [{ name: 'read_clock', arguments: {} }] }),
  },
  {
    it: 'a call that the agent answers itself, before another one',
    asks: (what) =>
      said(opens(what), { role: 'assistant', content: 'Done.', tool_call_id: 'c1' }, timeFor('c0'), CLOCK),
  },
  {
    it: 'two calls before words of a human that decide nothing',
    asks: (what) => said(opens(what), CLOCK, HURRY, GO_ON),
  },
  {
    it: 'a call whose id is used and answered again',
    asks: (what) => said(opens(what), HURRY, calls('c1', 'read_clock', '{}'), timeFor('c1'), GO_ON),
  },
  {
    it: 'the second call of a message, whose first one was decided on',
    asks: (what) =>
      said(
        call({
          tool_calls: [
            { id: 'c1', function: { name: 'read_clock', arguments: '{}' } },
            { id: 'c2', function: { name: 'wire', arguments: json(what) } },
          ],
        }),
        notes('APPROVED'),
        timeFor('c1'),
      ),
  },
  {
    it: 'a call left open by a decision, before more talk',
    asks: (what) => said(opens(what, 'c2'), notes('rejected'), { role: 'assistant', content: 'May I try once more?' }),
  },
  {
    it: 'in the meta of the wrapper',
    asks: () => plain,
    wrap: (data, what) => ({ success: true, data, meta: { pendingApproval: { tool: 'wire', params: wire(what) } } }),
  },
  {
    it: 'as the error of the wrapper',
    asks: () => plain,
    wrap: (data, what) => ({ success: true, data, error: `May I pay ${what}?` }),
  },
];

/** The same answer in the wrappers that deployments put around it. */
export const WRAPPERS: readonly { readonly it: string; wrap(thread: unknown): unknown }[] = [
  { it: 'bare', wrap: (thread) => thread },
  { it: 'in a success wrapper', wrap: (data) => ({ success: true, data, timestamp: '2026-03-01T00:00:00Z' }) },
  {
    it: 'beside facts of the request that read it',
    wrap: (data) => ({
      success: true,
      data,
      meta: { requestId: `r-${++reads}`, tookMs: reads, rateLimit: { left: reads } },
    }),
  },
];

/** How often something was read: what a platform says of a read is no part of what is asked for. */
let reads = 0;
