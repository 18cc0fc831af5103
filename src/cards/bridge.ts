/**
 * The connection to the host: JSON-RPC over postMessage (MCP Apps of 2026-01-26). Written by hand, since the official
 * library is twenty times the size of a page. Accepts messages only from the parent window.
 */
import { type Fields, object, type ToolResult } from './data.ts';

/** The host's description of the page's environment; every field may be missing. */
export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
  readonly locale?: string;
  readonly timeZone?: string;
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly safeAreaInsets?: Readonly<Record<string, number>>;
}

/** A page's handlers for the host's messages. */
export interface Listener {
  /** At first all that the host tells, then what has changed. */
  context(context: HostContext): void;
  input(args: Fields): void;
  result(result: ToolResult): void;
  end?(): void;
}

/** An error from the host, or a timeout. */
export class HostError extends Error {
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

const NO_SUCH_METHOD = -32601;
let lastId = 0;
const open = new Map<unknown, (result: Fields) => void>();

const post = (message: Fields): void => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

/** Sends a notification to the host. */
export const notify = (method: string, params: Fields = {}): void => post({ method, params });

/** Sends a request to the host. @throws HostError */
export function request(method: string, params: Fields, waitMs = 60_000): Promise<Fields> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      open.delete(id);
      reject(new HostError('The host did not answer.', true));
    }, waitMs);
    open.set(id, ({ result, error }) => {
      clearTimeout(timer);
      open.delete(id);
      if (error === undefined) resolve(object(result));
      else reject(new HostError(String(object(error).message ?? 'The host refused.')));
    });
    post({ id, method, params });
  });
}

/** Calls a tool of this page's server. @throws HostError */
export const callTool = (name: string, args: Fields, waitMs?: number): Promise<ToolResult> =>
  request('tools/call', { name, arguments: args }, waitMs);

/** Connects the page to the host and listens from then on. @throws HostError */
export async function connect(name: string, listener: Listener): Promise<void> {
  const events: Readonly<Record<string, (params: Fields) => void>> = {
    'ui/notifications/tool-input': (params) => listener.input(object(params.arguments)),
    'ui/notifications/tool-result': (params) => listener.result(params),
    'ui/notifications/host-context-changed': (params) => listener.context(params),
  };
  const handlers: Readonly<Record<string, (params: Fields) => Promise<Fields>>> = {
    ping: async () => ({}),
    'ui/resource-teardown': async () => {
      listener.end?.();
      return {};
    },
  };
  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window.parent) return;
    const message = object(data);
    const { id, method } = message;
    const params = object(message.params);
    if (typeof method !== 'string') return open.get(id)?.(message);
    if (id === undefined || id === null) return events[method]?.(params);
    const handle = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handle === undefined) return post({ id, error: { code: NO_SUCH_METHOD, message: 'Method not found' } });
    handle(params).then(
      (result) => post({ id, result }),
      (error: unknown) => post({ id, error: { code: -32603, message: String(error) } }),
    );
  });
  const host = await request('ui/initialize', {
    appInfo: { name: `agent-platform-${name}`, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: '2026-01-26',
  });
  listener.context(object(host.hostContext));
  // Hosts keep the page hidden until then.
  notify('ui/notifications/initialized');
}
