/** Addresses of tool servers: user and password, and parameters named like a credential, are masked; all else is shown. */
import { describe, expect, it } from 'vitest';
import { addressWithoutCredentials, textWithoutCredentials } from '../../src/mcp/contract/mask-address.ts';

const SECRET = 'hush-hush-4711';
const SHAPES: Readonly<Record<string, readonly [address: string, shown: string]>> = {
  'user and password': [`https://user:${SECRET}@shop.example/orders`, 'https://••••@shop.example/orders'],
  'a user alone': [`https://${SECRET}@shop.example/orders`, 'https://••••@shop.example/orders'],
  'a password with an @': [`https://user:x@${SECRET}@shop.example/orders`, 'https://••••@shop.example/orders'],
  'a password with a slash': [`https://user:x/${SECRET}@shop.example/orders`, 'https://••••@shop.example/orders'],
  'a password with a question mark': [
    `https://user:x?${SECRET}@shop.example/orders`,
    'https://••••@shop.example/orders',
  ],
  'a password with a hash': [`https://user:x#${SECRET}@shop.example/orders`, 'https://••••@shop.example/orders'],
  'a user without a scheme': [`user:${SECRET}@shop.example/orders`, '••••@shop.example/orders'],
  'a user behind two schemes': [`jdbc:mysql://user:${SECRET}@shop.example/x`, 'jdbc:mysql://••••@shop.example/x'],
  'a query': [`https://shop.example/orders?a=b&token=${SECRET}`, 'https://shop.example/orders?a=b&token=••••'],
  'a query in capitals': [
    `https://shop.example/?API-KEY=${SECRET}&page=2`,
    'https://shop.example/?API-KEY=••••&page=2',
  ],
  'a query called key': [`https://shop.example/orders?key=${SECRET}`, 'https://shop.example/orders?key=••••'],
  'a query called sig': [
    `https://shop.example/orders?se=2026&sig=${SECRET}`,
    'https://shop.example/orders?se=2026&sig=••••',
  ],
  'a query behind another question mark': [
    `https://shop.example/?a=b?token=${SECRET}`,
    'https://shop.example/?a=b?token=••••',
  ],
  'a query with semicolons': [`https://shop.example/?a=b;token=${SECRET}`, 'https://shop.example/?a=b;token=••••'],
  'a query whose name is escaped': [`https://shop.example/?%74oken=${SECRET}`, 'https://shop.example/?%74oken=••••'],
  'an address in a query': [
    `https://shop.example/?next=https://user:${SECRET}@other.example`,
    'https://shop.example/?next=https://••••@other.example',
  ],
  'a fragment': [`https://shop.example/orders#access_token=${SECRET}`, 'https://shop.example/orders#access_token=••••'],
  'a matrix parameter': [`https://shop.example/orders;token=${SECRET}/x`, 'https://shop.example/orders;token=••••/x'],
  'an endpoint alone': [`/orders?key=${SECRET}`, '/orders?key=••••'],
};

describe('hides a credential in', () => {
  it.each(Object.entries(SHAPES))('%s', (_where, [address, shown]) => {
    expect(addressWithoutCredentials(address)).toBe(shown);
  });

  it.each(Object.entries(SHAPES).filter(([, [address]]) => address.startsWith('https://')))(
    'in the middle of a text: %s',
    (_where, [address, shown]) => {
      expect(textWithoutCredentials(`Calls ${address} for orders.`)).toBe(`Calls ${shown} for orders.`);
    },
  );
});

it.each([
  'https://shop.example',
  'https://shop.example/',
  'https://shop.example:8443/api/v2/orders',
  'http://localhost:3000/orders/{orderId}/items/:itemId',
  'http://[::1]:3000/x',
  'https://shop.example/api/v1.2/find_order.json?format=json&page=2&version=2024-01-01&id={id}',
  'https://shop.example/oauth2/token',
  'https://shop.example/token/4711/orders',
  'https://shop.example/services/T02AB34CD/B05EF67GH/XyZaBcDeFgHiJkLm',
  'https://shop.example/orders?customer=4711&authorizationLimitEUR=5000',
  'https://shop.example/@scope/package',
  '/orders',
  '/orders?key={apiKey}',
  'orders',
  '',
])('%s is shown unchanged', (address) => {
  expect(addressWithoutCredentials(address)).toBe(address);
});

it.each(['a://', '//u@', 'https://a.example/?a=b&', 'a:'])(
  'addresses inside one another are masked, however many: %s',
  (part) => {
    const text = `${part.repeat(250_000 / part.length)}//user:hunter2@host`;
    expect(textWithoutCredentials(text)).not.toContain('hunter2');
  },
);

it.each(['Looks up an order: a = b, 5 @ 10.', 'ratio a:b // comment', 'mail me@example.com'])(
  'other text is unchanged: %s',
  (text) => {
    expect(textWithoutCredentials(text)).toBe(text);
  },
);
