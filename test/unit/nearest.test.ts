/** The name that was probably meant. */
import { describe, expect, it } from 'vitest';
import { alike, nearest } from '../../src/basics/nearest.ts';
import { cpuMs } from '../support/cpu-time.ts';

const KNOWN = ['agentId', 'status', 'limit', 'offset', 'list_agents', 'list_tools', 'get_thread'];

describe('the nearest name', () => {
  it.each([
    ['status', 'status'],
    ['STATUS', 'status'],
    ['agent_id', 'agentId'],
    ['agent-id', 'agentId'],
    ['stauts', 'status'],
    ['limt', 'limit'],
    ['limits', 'limit'],
    ['off', 'offset'],
    ['list_agent', 'list_agents'],
    ['get_threads', 'get_thread'],
    ['listTools', 'list_tools'],
  ])('to %s is %s', (written, meant) => {
    expect(nearest(written, KNOWN)).toBe(meant);
  });

  it.each(['', 'x', 'page', 'delete_everything', 'ü', '💥', '__proto__'])('to %j is none of them', (written) => {
    expect(nearest(written, KNOWN)).toBeUndefined();
  });

  it('of two similar names is the nearer one', () => {
    expect(nearest('list_tolos', ['list_docs', 'list_tools'])).toBe('list_tools');
  });

  it('of an empty list is undefined', () => {
    expect(nearest('x', [])).toBeUndefined();
  });

  it('is found quickly for a name of a megabyte', () => {
    expect(cpuMs(() => nearest('x'.repeat(1_000_000), KNOWN))).toBeLessThan(500);
  });
});

describe('alike', () => {
  it.each([
    ['maintenance handbook', 'Maintenence rules', 'Field note 2'],
    ['rope samples', 'Sample ropes', 'Rope'],
    ['refnd agent', 'Refund Agent', 'Release Manager'],
    ['returns', 'Returns', 'Returns of parts'],
  ])('of %s, %s is nearer than %s', (text, nearer, farther) => {
    expect(alike(text, nearer)).toBeGreaterThan(alike(text, farther));
  });

  it('is 1 for the same letters and 0 for others', () => {
    expect(alike('On-call', 'on call')).toBe(1);
    expect(alike('', '')).toBe(0);
    expect(alike('abc', 'xyz')).toBe(0);
  });
});
