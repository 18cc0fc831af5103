/** Addresses of tool servers: whatever place a credential has in one, it is not shown; what tells addresses apart is. */
import { describe, expect, it } from 'vitest';
import { addressWithoutCredentials, textWithoutCredentials } from '../../src/mcp/contract/mask-address.ts';
import { masked } from '../../src/mcp/contract/mask-credentials.ts';

const SECRET = 'hush-hush-4711';
const SHAPES: Readonly<Record<string, string>> = {
  'user and password': `https://user:${SECRET}@shop.example/orders`,
  'a user alone': `https://${SECRET}@shop.example/orders`,
  'a password with an @': `https://user:x@${SECRET}@shop.example/orders`,
  'a password with a slash': `https://user:x/${SECRET}@shop.example/orders`,
  'a password with a question mark': `https://user:x?${SECRET}@shop.example/orders`,
  'a password with a hash': `https://user:x#${SECRET}@shop.example/orders`,
  'a user without a scheme': `user:${SECRET}@shop.example/orders`,
  'a user behind two schemes': `jdbc:mysql://user:${SECRET}@shop.example/orders`,
  'a query': `https://shop.example/orders?token=${SECRET}`,
  'a query of any name': `https://shop.example/orders?x=${SECRET}`,
  'a query called pwd': `https://shop.example/orders?pwd=letmein`,
  'a query in capitals': `https://shop.example/orders?API-KEY=letmein`,
  'a query without a name': `https://shop.example/orders?${SECRET}`,
  'a query behind another question mark': `https://shop.example/orders?a=b?token=${SECRET}`,
  'a query with semicolons': `https://shop.example/orders?a=b;token=${SECRET}`,
  'a query whose sign of equality is escaped': `https://shop.example/orders?token%3D${SECRET}`,
  'a query whose name is escaped': `https://shop.example/orders?%74oken=letmein`,
  'an address in a query': `https://shop.example/orders?next=https://user:${SECRET}@other.example`,
  'a fragment': `https://shop.example/orders#access_token=${SECRET}`,
  'a fragment alone': `https://shop.example/orders#letmein`,
  'a matrix parameter': `https://shop.example/orders;token=${SECRET}/x`,
  'a matrix parameter of a word': `https://shop.example/orders;pwd=letmein`,
  'a path': `https://shop.example/${SECRET}/orders`,
  'a path behind its name': `https://shop.example/token/letmein/orders`,
  'a path with a name and a value': `https://shop.example/token=letmein/orders`,
  'a path of hex': 'https://shop.example/4f3c2b1a4f3c2b1a4f3c2b1a4f3c2b1a/orders',
  'a path of a web hook': 'https://shop.example/services/T02AB34CD/B05EF67GH/XyZaBcDeFgHiJkLm',
  'a path of a bot': 'https://shop.example/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/send',
  'a path that is escaped': `https://shop.example/orders%3Ftoken%3D${SECRET}`,
  'a JSON Web Token in a path': 'https://shop.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvcGVyYXRvci00MiJ9.dBjftJeZ4CVP/x',
  'an endpoint alone': `/orders?key=${SECRET}`,
};
const HIDDEN = ['4711', 'letmein', '4f3c', 'T02AB', 'B05EF', 'XyZa', 'AAHdq', '110201543', 'eyJ', 'dBjft'];

describe('a credential is not shown', () => {
  it.each(Object.entries(SHAPES))('%s', (_where, address) => {
    const shown = [
      addressWithoutCredentials(address),
      JSON.stringify(masked({ url: address, list: [{ endpoint: address }] })),
    ];
    for (const text of shown) {
      expect(HIDDEN.filter((part) => text.includes(part))).toEqual([]);
      expect(text).toContain('••••');
    }
  });

  it.each(Object.entries(SHAPES).filter(([, address]) => address.startsWith('https://')))(
    'in the middle of a text: %s',
    (_where, address) => {
      const text = textWithoutCredentials(`Calls ${address} for orders.`);
      expect(HIDDEN.filter((part) => text.includes(part))).toEqual([]);
      expect(text).toMatch(/^Calls /);
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
  'https://shop.example/auth/login',
  'https://shop.example/getOrderById',
  'https://shop.example/@scope/package',
  '/orders',
  '/orders?key={apiKey}',
  'orders',
  '',
])('%s is shown as it is', (address) => {
  expect(addressWithoutCredentials(address)).toBe(address);
});

it.each(['Looks up an order: a = b, 5 @ 10.', 'ratio a:b // comment', 'mail me@example.com'])(
  'other text stays as it is: %s',
  (text) => {
    expect(textWithoutCredentials(text)).toBe(text);
  },
);
