/** The SDK's codec of request states, with why one does not open as a word: the SDK tells by its errors' messages alone. */

import {
  createRequestStateCodec,
  type RequestStateCodecOptions,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../basics/errors.ts';

/** `elsewhere`: made for another caller. `forged`: also for whatever is no state at all. */
export type Opened<T> =
  | { readonly isValid: true; readonly content: T }
  | { readonly isValid: false; readonly why: 'expired' | 'elsewhere' | 'forged' };

/** States are signed, not encrypted: its holder can read it. */
export interface StateCodec<T> {
  sign(content: T, context: ServerContext): Promise<string>;
  open(state: string, context: ServerContext): Promise<Opened<T>>;
}

const REASONS: Readonly<Record<string, 'expired' | 'elsewhere'>> = { expired: 'expired', bind: 'elsewhere' };

/** Its `open` never rejects: what is wrong with a state is in the result. */
export function stateCodec<T>(options: RequestStateCodecOptions): StateCodec<T> {
  const codec = createRequestStateCodec<T>(options);
  return {
    sign: (content, context) => codec.mint(content, context),
    async open(state, context) {
      try {
        return { isValid: true, content: await codec.verify(state, context) };
      } catch (error) {
        return { isValid: false, why: REASONS[messageOf(error)] ?? 'forged' };
      }
    },
  };
}
