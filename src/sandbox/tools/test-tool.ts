/** Testing a tool: one real call, and a report of what happened: HTTP 200 though the target failed. */

import { performance } from 'node:perf_hooks';
import { messageOf } from '../../errors.ts';
import { buildRequest } from './build-request.ts';
import { callLoopback, type ToolAnswer } from './call-loopback.ts';
import type { ToolDefinition, ToolServer } from './tool-server.ts';

interface ToolTestReport {
  readonly success: boolean;
  /** What the tool answered: JSON, or text. Present on success. */
  readonly data?: unknown;
  /** Why it failed. */
  readonly error?: string;
  readonly executionTimeMs: number;
  readonly requestUrl: string;
  readonly requestMethod: string;
}

/** Never rejects: a failing target is a report with `success: false`. */
export async function testTool(
  server: ToolServer,
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  closing: AbortSignal,
): Promise<ToolTestReport> {
  const started = performance.now();
  let requestUrl = tool.endpoint ?? '';
  let requestMethod = (tool.method ?? 'GET').toUpperCase();
  const finish = (outcome: { success: boolean; data?: unknown; error?: string }): ToolTestReport => {
    return { ...outcome, executionTimeMs: Math.round(performance.now() - started), requestUrl, requestMethod };
  };
  try {
    const request = buildRequest(server, tool, args);
    requestUrl = request.url.href;
    requestMethod = request.method;
    const answer = await callLoopback(request, closing);
    if (answer.status >= 200 && answer.status < 300) return finish({ success: true, data: parsed(answer.text) });
    return finish({ success: false, error: describe(answer) });
  } catch (error) {
    return finish({ success: false, error: messageOf(error) });
  }
}

function describe({ status, statusText, text }: ToolAnswer): string {
  const said = text === '' ? '' : `: ${text.slice(0, 500)}`;
  return `HTTP ${status} ${statusText}${said}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
