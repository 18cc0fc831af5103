/**
 * Tests a tool with one real call, to loopback only, since a sandbox must not call other hosts. The report is HTTP 200 even
 * if the target failed.
 */

import { isLoopback } from '../../basics/addresses.ts';
import { messageOf } from '../../basics/errors.ts';
import { buildRequest, type ToolRequest } from './build-request.ts';
import type { ToolDefinition, ToolServer } from './tool-server.ts';

/** A tool's response, JSON or text, or why it failed. */
type Outcome = { readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: string };

type ToolTestReport = Outcome & {
  readonly executionTimeMs: number;
  readonly requestUrl: string;
  readonly requestMethod: string;
};

/** Never rejects: a failing target is a report with `success: false`. */
export async function testTool(
  server: ToolServer,
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  closing: AbortSignal,
): Promise<ToolTestReport> {
  const started = performance.now();
  const sent = { requestUrl: tool.endpoint ?? '', requestMethod: (tool.method ?? 'GET').toUpperCase() };
  let outcome: Outcome;
  try {
    const request = buildRequest(server, tool, args);
    sent.requestUrl = request.url.href;
    outcome = await callLoopback(request, closing);
  } catch (error) {
    // fetch leaves the reason in the cause.
    outcome = { success: false, error: messageOf(error instanceof Error ? (error.cause ?? error) : error) };
  }
  return { ...outcome, executionTimeMs: Math.round(performance.now() - started), ...sent };
}

/** Time limit of a tool, in ms. */
const TOOL_TIMEOUT_MS = 10_000;

/** @throws Error for targets beyond loopback, broken connections, and after 10 s. */
async function callLoopback({ url, method, headers, body }: ToolRequest, closing: AbortSignal): Promise<Outcome> {
  if (!/^https?:$/.test(url.protocol) || !isLoopback(url.hostname)) {
    throw new Error(`the sandbox calls loopback addresses only, not ${url.origin === 'null' ? url.href : url.origin}`);
  }
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TOOL_TIMEOUT_MS)]);
  const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
  const text = await response.text();
  if (response.ok) return { success: true, data: parsed(text) };
  const detail = text === '' ? '' : `: ${text.slice(0, 500)}`;
  return { success: false, error: `HTTP ${response.status} ${response.statusText}${detail}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
