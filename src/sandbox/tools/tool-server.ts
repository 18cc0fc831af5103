/** Tool servers as the sandbox has them. Secrets are never sent: a mask in a change keeps the stored secret. */
import type * as z from 'zod';
import type { toolDefinition, toolServerCreate, toolServerUpdate } from '../../platform/operations/schemas.ts';
import { isoTime } from '../clock.ts';
import { newId } from '../ids.ts';

export type ToolDefinition = z.output<ReturnType<typeof toolDefinition>>;

export interface Tool {
  readonly id: string;
  definition: ToolDefinition;
}

export interface ToolServer {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly description: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly projectId?: string;
  /** With its secrets, which responses mask. */
  readonly authenticationConfig: Readonly<Record<string, unknown>>;
  readonly tools: Tool[];
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A tool server from the body of its creation. `now` in epoch ms. */
export function toolServerFrom(fields: z.output<ReturnType<typeof toolServerCreate>>, now: number): ToolServer {
  const { name, description = '', url = '', enabled = true, authenticationConfig = {}, toolDefinitions = [] } = fields;
  const identifier = fields.identifier ?? name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const tools = toolDefinitions.map((definition) => ({ id: newId(), definition }));
  return { id: newId(), name, identifier, description, url, enabled, authenticationConfig, tools, createdAt: now };
}

/** The server with changed fields. A mask keeps the stored secret; `toolDefinitions` replaces every tool. */
export function updatedServer(
  server: ToolServer,
  { toolDefinitions, authenticationConfig, ...fields }: z.output<ReturnType<typeof toolServerUpdate>>,
): ToolServer {
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...server,
    ...sent,
    ...(authenticationConfig && { authenticationConfig: unmasked(authenticationConfig, server.authenticationConfig) }),
    ...(toolDefinitions && { tools: toolDefinitions.map((definition) => ({ id: newId(), definition })) }),
  };
}

/** A copy with new ids, the same secrets, and a name that ends in " (Copy)". */
export function cloneOf(server: ToolServer, now: number): ToolServer {
  const { name, identifier, tools, ...rest } = structuredClone(server);
  const copies = tools.map(({ definition }) => ({ id: newId(), definition }));
  return {
    ...rest,
    id: newId(),
    name: `${name} (Copy)`,
    identifier: `${identifier}-copy`,
    tools: copies,
    createdAt: now,
  };
}

/** The wire shape of a tool server, secrets masked. */
export const toWireServer = ({ tools, createdAt, ...server }: ToolServer): Record<string, unknown> => ({
  ...server,
  authenticationConfig: masked(server.authenticationConfig),
  toolDefinitions: tools.map(toWireTool),
  createdAt: isoTime(createdAt),
});

/** The wire shape of a tool, secrets masked. */
export function toWireTool({ id, definition }: Tool): Record<string, unknown> {
  const { customHeaders } = definition;
  return {
    id,
    ...definition,
    ...(customHeaders === undefined ? {} : { customHeaders: masked(customHeaders) }),
  };
}

const MASK = '••••••••';

/** Names of fields whose text is secret, including a custom header's `value`. */
const SECRET = /^(value|token|jwt|.*(secret|password|api_?key|private_?key|access_?token))$/i;

function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return SECRET.test(name) && value !== '' ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]));
}

/** A copy of `incoming` in which every mask is replaced by the text stored in the same place. */
export function unmasked<T extends object>(incoming: T, stored: unknown): T;
export function unmasked(incoming: unknown, stored: unknown): unknown;
export function unmasked(incoming: unknown, stored: unknown): unknown {
  if (incoming === MASK) return typeof stored === 'string' ? stored : incoming;
  if (Array.isArray(incoming)) return incoming.map((item, index) => unmasked(item, at(stored, index)));
  if (typeof incoming !== 'object' || incoming === null) return incoming;
  return Object.fromEntries(Object.entries(incoming).map(([key, item]) => [key, unmasked(item, at(stored, key))]));
}

function at(container: unknown, key: string | number): unknown {
  if (typeof container !== 'object' || container === null) return undefined;
  return new Map<string, unknown>(Object.entries(container)).get(String(key));
}
