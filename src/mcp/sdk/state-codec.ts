/** The SDK's codec of request states, with error codes: the SDK's errors differ only in their messages. */

import {
  createRequestStateCodec,
  type RequestStateCodecOptions,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../basics/errors.ts';

/** `elsewhere`: issued to another caller. `forged`: also anything that isn't a state. */
type Opened<T> =
  | { readonly isValid: true; readonly content: T }
  | { readonly isValid: false; readonly why: 'expired' | 'elsewhere' | 'forged' };

/** Signs states and opens them. They are not encrypted: clients can read them. */
export type StateCodec<T> = ReturnType<typeof stateCodec<T>>;

const REASONS: Readonly<Record<string, 'expired' | 'elsewhere'>> = { expired: 'expired', bind: 'elsewhere' };

/** Its `open` never rejects: errors are in the result. */
export function stateCodec<T>(options: RequestStateCodecOptions) {
  const codec = createRequestStateCodec<T>(options);
  return {
    sign: codec.mint,
    async open(state: string, context: ServerContext): Promise<Opened<T>> {
      try {
        return { isValid: true, content: await codec.verify(state, context) };
      } catch (error) {
        return { isValid: false, why: REASONS[messageOf(error)] ?? 'forged' };
      }
    },
  };
}
