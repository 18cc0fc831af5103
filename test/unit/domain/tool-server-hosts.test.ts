/** The question about a tool server names every host that would be called, whatever shape a tool's endpoint has. */
import { describe, expect, it } from 'vitest';
import { hostsLine, refuseUnclearEndpoint } from '../../../src/domain/tool-servers/hosts.ts';
import { Refusal } from '../../../src/mcp/contract/errors.ts';

const URL_ = 'https://shop.example/api';
const wire = (endpoint: string | undefined) => [{ name: 'wire', endpoint }];

describe('every host is named', () => {
  it.each([
    ['https://evil.example/pay', 'evil.example'],
    ['HTTPS://EVIL.example:8443/pay', 'evil.example:8443'],
    ['//evil.example/pay', 'evil.example'],
    ['\\\\evil.example/pay', 'evil.example'],
    ['https:\\\\evil.example', 'evil.example'],
    ['  https://evil.example', 'evil.example'],
    ['https://shop.example@evil.example/pay', 'evil.example'],
    ['https://user:hush@evil.example/pay', 'evil.example'],
    ['https://еvil.example/pay', 'xn--vil-qdd.example'],
    ['https://{tenant}.evil.example/pay', '{tenant}.evil.example'],
  ])('a tool that calls %s goes to %s', (endpoint, host) => {
    expect(hostsLine(URL_, wire(endpoint), false)).toBe(`Its calls go to: ⟦shop.example⟧, ⟦${host}⟧ (tool ⟦wire⟧).`);
  });

  it.each(['/orders/{id}', 'orders', '', undefined, '?id={id}', 'https://shop.example/other'])(
    'a tool that calls %s goes to the server’s own',
    (endpoint) => expect(hostsLine(URL_, wire(endpoint), false)).toBe('Its calls go to: ⟦shop.example⟧.'),
  );

  it.each([
    ['@evil.example/x', 'evil.example'],
    [':hush@evil.example/x', 'evil.example'],
    [':8443/x', 'good.example:8443'],
    ['.evil.example/x', 'good.example.evil.example'],
    ['evil.example/x', 'good.exampleevil.example'],
    ['/\t/evil.example/x', 'evil.example'],
    ['/\\evil.example/x', 'evil.example'],
  ])('%j after an address without a path goes to %s, as the platform may read it', (endpoint, host) => {
    expect(hostsLine('https://good.example', wire(endpoint), false)).toBe(
      `Its calls go to: ⟦good.example⟧, ⟦${host}⟧ (tool ⟦wire⟧).`,
    );
    expect(() => refuseUnclearEndpoint(endpoint)).toThrow(Refusal);
  });

  it.each([
    '/orders/{id}',
    '/',
    '/a?b=c',
    'https://shop.example/x',
    'HTTP://{tenant}.shop.example:{port}/x',
    undefined,
  ])('%j is unambiguous', (endpoint) => expect(() => refuseUnclearEndpoint(endpoint)).not.toThrow());

  it.each(['orders', '//evil.example', 'https:evil.example', 'https:///x', 'ftp://a.example', ' /x', '/x\n'])(
    '%j is ambiguous',
    (endpoint) => expect(() => refuseUnclearEndpoint(endpoint)).toThrow(Refusal),
  );

  it('and also those of tools on a server without an address, with the header that they would receive', () => {
    const tools = [...wire('https://a.example/1'), { name: 'pay', endpoint: 'https://a.example/2' }, ...wire('/x')];
    expect(hostsLine(undefined, tools, true)).toBe(
      'Its calls, with the Authorization header of whoever makes them, go to: ⟦a.example⟧ (tools ⟦wire⟧, ⟦pay⟧).',
    );
  });

  it('a server’s address without a scheme is shown as it is', () => {
    expect(hostsLine('shop.example/api', wire('/x'), false)).toBe('Its calls go to: ⟦shop.example/api⟧.');
  });

  it('an address that can’t be parsed is shown as it is', () => {
    expect(hostsLine(URL_, wire('https://[evil/'), false)).toContain('⟦https://[evil/⟧ (tool ⟦wire⟧)');
  });
});

it('more hosts than can be shown are refused', () => {
  const tools = Array.from({ length: 50 }, (_, n) => ({ name: 'x', endpoint: `https://h${n}.example` }));
  expect(() => hostsLine(URL_, tools, true)).toThrow(Refusal);
});
