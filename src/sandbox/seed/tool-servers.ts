/** The shop's tool servers. Their endpoints are served by the sandbox itself; one of them always fails. */
import { DAY } from '../clock.ts';
import { uuidFor } from '../ids.ts';
import { SHOP_TOOL_TOKEN, TOOLS_PREFIX } from '../tools/endpoints.ts';
import type { Tool, ToolDefinition, ToolServer } from '../tools/tool-server.ts';
import { projectId } from './projects.ts';

type Fields = Omit<ToolDefinition, 'type' | 'function'>;

/** @param origin `http://127.0.0.1:PORT` of this sandbox. */
export function seedToolServers(startedAt: number, origin: string): ToolServer[] {
  const url = `${origin}${TOOLS_PREFIX.slice(0, -1)}`;
  return [
    {
      id: uuidFor('tool-server:shop-tools'),
      name: 'Shop Tools',
      identifier: 'shop-tools',
      projectId: projectId('customer-care'),
      description: 'Orders, stock and refunds of the shop (served by the sandbox).',
      url,
      enabled: true,
      authenticationConfig: { authenticationMethod: 'jwt', jwt: { token: SHOP_TOOL_TOKEN } },
      createdAt: startedAt - 210 * DAY,
      tools: [
        tool(
          'lookup_order',
          'Looks up an order by its five-digit number, such as 10482.',
          ['orderNumber'],
          {
            orderNumber: { type: 'string', description: 'five digits, such as 10482' },
          },
          { endpoint: `${url}/orders/{orderNumber}`, method: 'GET', pathParametersKeys: ['orderNumber'] },
        ),
        tool(
          'check_stock',
          'Units in stock of an article, in all warehouses or one.',
          ['sku'],
          {
            sku: { type: 'string', description: 'article number, such as TT-2P' },
            warehouse: { type: 'string', enum: ['berlin', 'milan'] },
          },
          { endpoint: `${url}/inventory`, method: 'GET', queryParametersKeys: ['sku', 'warehouse'] },
        ),
        tool(
          'create_refund',
          'Refunds an order. In the sandbox no money moves.',
          ['orderNumber', 'amount'],
          {
            orderNumber: { type: 'string' },
            amount: { type: 'number' },
            currency: { type: 'string', default: 'EUR' },
          },
          { endpoint: `${url}/refunds`, method: 'POST' },
        ),
      ],
    },
    {
      id: uuidFor('tool-server:finance-tools'),
      name: 'Finance Tools',
      identifier: 'finance-tools',
      description: 'Currency conversion and credit scores. The credit bureau is down: its tool fails with HTTP 503.',
      url,
      enabled: true,
      authenticationConfig: { authenticationMethod: 'basic', basic: { username: 'finance', password: 'sandbox-only' } },
      createdAt: startedAt - 160 * DAY,
      tools: [
        tool(
          'convert_currency',
          'Converts an amount of money at fixed rates.',
          ['amount', 'from', 'to'],
          {
            amount: { type: 'number' },
            from: { type: 'string', description: 'EUR, USD, GBP, CHF, SEK or JPY' },
            to: { type: 'string', description: 'EUR, USD, GBP, CHF, SEK or JPY' },
          },
          { endpoint: `${url}/currency`, method: 'GET', queryParametersKeys: ['amount', 'from', 'to'] },
        ),
        tool(
          'check_credit_score',
          'Credit score of a customer. Fails: the bureau is down.',
          ['customerId'],
          {
            customerId: { type: 'string' },
          },
          { endpoint: `${url}/credit-score`, method: 'GET', queryParametersKeys: ['customerId'] },
        ),
      ],
    },
    {
      id: uuidFor('tool-server:legacy-erp'),
      name: 'Legacy ERP',
      identifier: 'legacy-erp',
      description: 'The old enterprise system. Disabled: its tools cannot be called.',
      url: 'https://erp.shop.example/api',
      enabled: false,
      authenticationConfig: {
        authenticationMethod: 'customHeader',
        customHeader: { name: 'x-erp-key', value: 'sandbox-only' },
      },
      createdAt: startedAt - 400 * DAY,
      tools: [
        tool(
          'export_ledger',
          'Exports the ledger of a month.',
          ['month'],
          { month: { type: 'string' } },
          {
            endpoint: '/ledger/{month}',
            method: 'GET',
            pathParametersKeys: ['month'],
          },
        ),
      ],
    },
  ];
}

function tool(
  name: string,
  description: string,
  required: readonly string[],
  properties: Readonly<Record<string, object>>,
  fields: Fields,
): Tool {
  const parameters = { type: 'object', properties, required };
  const definition = { type: 'function', function: { name, description, parameters }, ...fields } as const;
  return { id: uuidFor(`tool:${name}`), definition };
}
