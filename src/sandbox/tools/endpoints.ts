/** The endpoints of the sandbox's tools. They use real HTTP, so a tool test makes a real call. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { parseBody, pathPart, readJson } from '../http/read-request.ts';
import { badRequest, HttpError, json, notFound, type Reply } from '../http/reply.ts';
import { ORDERS, RATES, STOCK } from '../shop.ts';

/** Their path, beside the platform's `/v1`; they don't need its bearer token. */
export const TOOLS_PREFIX = '/sandbox-tools/';
/** The token that `POST refunds` requires; the seeded tool server has it. */
export const SHOP_TOOL_TOKEN = 'sandbox-shop-token';

interface ToolCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly request: IncomingMessage;
}

/** Serves one of the tool endpoints. @throws HttpError 400, 401, 404, 405, 503. */
export async function callEndpoint({ method, path, query, request }: ToolCall): Promise<Reply> {
  const [name = '', id = ''] = path.slice(TOOLS_PREFIX.length).split('/').map(pathPart);
  const search = new URLSearchParams(query);
  requireMethod(method, name === 'refunds' ? 'POST' : 'GET');
  switch (name) {
    case 'orders':
      return order(id);
    case 'inventory':
      return inventory(search);
    case 'currency':
      return currency(search);
    case 'refunds':
      return refund(request);
    case 'credit-score':
      throw new HttpError(503, 'credit bureau is down for maintenance until tomorrow 06:00 UTC');
    default:
      throw notFound(`tool endpoint ${name}`);
  }
}

function order(orderNumber: string): Reply {
  const found = ORDERS.find((candidate) => candidate.orderNumber === orderNumber);
  if (found === undefined) throw notFound(`order ${orderNumber}`);
  return json(found);
}

function inventory(search: URLSearchParams): Reply {
  const sku = search.get('sku') ?? '';
  const article = new Map(Object.entries(STOCK)).get(sku);
  if (article === undefined) throw notFound(`article ${sku}`);
  const warehouse = search.get('warehouse');
  const units = Object.entries(article.units).filter(([name]) => warehouse === null || name === warehouse);
  return json({ sku, name: article.name, units: Object.fromEntries(units) });
}

function currency(search: URLSearchParams): Reply {
  const rates = new Map(Object.entries(RATES));
  const amount = Number(search.get('amount') ?? 'NaN');
  const [from, to] = [search.get('from') ?? 'EUR', search.get('to') ?? 'USD'];
  const [fromRate, toRate] = [rates.get(from), rates.get(to)];
  if (!Number.isFinite(amount)) throw badRequest('amount must be a number', 'amount');
  if (fromRate === undefined) throw badRequest(`from must be one of ${[...rates.keys()].join(', ')}`, 'from');
  if (toRate === undefined) throw badRequest(`to must be one of ${[...rates.keys()].join(', ')}`, 'to');
  const rate = toRate / fromRate;
  return json({ amount, from, to, rate: round(rate, 4), result: round(amount * rate, 2) });
}

async function refund(request: IncomingMessage): Promise<Reply> {
  if (request.headers.authorization !== `Bearer ${SHOP_TOOL_TOKEN}`) throw new HttpError(401, 'tool token refused');
  const schema = z.object({
    orderNumber: z.string(),
    amount: z.number().positive(),
    currency: z.string().default('EUR'),
  });
  const { orderNumber, amount, currency: unit } = parseBody(schema, await readJson(request));
  return json({ refundId: `RF-${orderNumber}`, status: 'accepted', amount, currency: unit }, 201);
}

function requireMethod(method: string, allow: string): void {
  if (method !== allow) throw new HttpError(405, `${method} is not allowed; allowed: ${allow}`, undefined, { allow });
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
