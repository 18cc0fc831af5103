/**
 * Tests a tool with one real call, to loopback only, since a sandbox must not call other hosts. The report is HTTP 200 even
 * if the target failed.
 */

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';
import { messageOf } from '../../basics/errors.ts';
import { buildRequest, type ToolRequest } from './build-request.ts';
import type { ToolDefinition, ToolServer } from './tool-server.ts';

interface ToolTestReport {
  readonly success: boolean;
  /** The tool's answer: JSON, or text. Present on success. */
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
  const detail = text === '' ? '' : `: ${text.slice(0, 500)}`;
  return `HTTP ${status} ${statusText}${detail}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Time limit of a tool, in ms. */
const TOOL_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

export interface ToolAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
}

/** @throws Error for targets beyond loopback, broken connections, answers over 1 MB, and after 10 s. */
async function callLoopback(target: ToolRequest, closing: AbortSignal): Promise<ToolAnswer> {
  const { url, method, headers, body } = target;
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || !isLoopback(url.hostname)) {
    throw new Error(`the sandbox calls loopback addresses only, not ${url.origin === 'null' ? url.href : url.origin}`);
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const timeout = AbortSignal.timeout(TOOL_TIMEOUT_MS);
  const signal = AbortSignal.any([closing, timeout]);
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(timeout.aborted ? new Error(`no answer within ${TOOL_TIMEOUT_MS} ms`) : error);
    };
    // Without an agent the socket ends with the call, so it does not keep the process alive.
    const call = send(url, { method, headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) response.destroy(new Error(`answer over ${MAX_ANSWER_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', text });
      });
    });
    call.on('error', fail);
    call.end(body);
  });
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
