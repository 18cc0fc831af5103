/**
 * Calls of the protocol of 2026-07-28 written by hand, over stdio or HTTP: the test sees the signed state of a question, and
 * sends it back changed, late, twice, or to another call.
 */

const PREFIX = 'io.modelcontextprotocol';

/** What every request carries. */
export const envelope = (capabilities: object = {}) => ({
  _meta: {
    [`${PREFIX}/protocolVersion`]: '2026-07-28',
    [`${PREFIX}/clientInfo`]: { name: 'raw', version: '1.0.0' },
    [`${PREFIX}/clientCapabilities`]: capabilities,
  },
});

/** The capabilities of a client that can show a form. */
const CAN_ASK = { elicitation: { form: {} } };

/** One round of a call: a question with its state, or the result. */
export interface Round {
  readonly isQuestion: boolean;
  readonly state: string;
  readonly message: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Sent with a round after the first. Either may be missing, as with a broken client. */
export interface Reply {
  readonly state?: string | undefined;
  readonly answer?: unknown;
  /** The request no longer declares that the human can be asked. */
  readonly isMute?: boolean;
}

/** The parameters of a round. */
export const callParams = (name: string, args: object, { state, answer, isMute = false }: Reply = {}) => ({
  name,
  arguments: args,
  ...(state === undefined ? {} : { requestState: state }),
  ...(answer === undefined ? {} : { inputResponses: { decision: answer } }),
  ...envelope(isMute ? {} : CAN_ASK),
});

interface Result {
  readonly resultType?: string;
  readonly requestState?: string;
  readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
  readonly content?: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}

/** Reads an answer to `tools/call`. */
export function roundOf(message: { readonly result?: unknown; readonly error?: unknown }): Round {
  const { result = {}, error } = message as { result?: Result; error?: { readonly message: string } };
  return {
    isQuestion: result.resultType === 'input_required',
    state: result.requestState ?? '',
    message: result.inputRequests?.decision?.params.message ?? '',
    text: error?.message ?? (result.content ?? []).map(({ text = '' }) => text).join('\n'),
    isError: error !== undefined || result.isError === true,
  };
}

/** A signed state with its content changed and its signature left as it was. @throws if nothing was changed */
export function rewritten(state: string, change: (text: string) => string): string {
  const [version = '', body = '', mac = ''] = state.split('.');
  const before = Buffer.from(body, 'base64url').toString('utf8');
  const text = change(before);
  // An unchanged state would be accepted, rightly.
  if (text === before) throw new Error(`not changed: ${before}`);
  return [version, Buffer.from(text).toString('base64url'), mac].join('.');
}
