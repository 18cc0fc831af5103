/**
 * A host that draws cards: the official bridge on a page of its own, each view in a sandboxed frame from another origin, in
 * a real browser, in front of the built server. It can imitate the behaviour of several hosts.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { CARDS } from '../support/cards.ts';
import { type ClientKind, connect, type TestClient, type ToolResult, until } from '../support/clients.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Observed behaviour of hosts. */
export interface Quirks {
  /** Omits the data and its metadata from the result that it pushes. */
  readonly stripsResults?: boolean;
  /** Never sends the first result. */
  readonly sendsNoResult?: boolean;
  /** Shows the frame only once the view says that it is ready. */
  readonly hidesUntilReady?: boolean;
  /** Omits the data from all results, including those that the view requested. */
  readonly sendsTextOnly?: boolean;
  /** Doesn't support `ui/message`: a view can't send messages to the assistant. */
  readonly takesNoMessages?: boolean;
}

export interface CardOptions extends Quirks {
  /** The tool whose card is opened. */
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** The test controls the view's clock with `page.clock`. */
  readonly hasOwnClock?: boolean;
  /** Pixels of a picture per pixel of the page. */
  readonly scale?: number;
  readonly context?: Record<string, unknown>;
  /** Replaces the server's answer to a tool call. */
  readonly answer?: (
    name: string,
    args: Record<string, unknown>,
  ) => Promise<ToolResult | undefined> | ToolResult | undefined;
  /** Runs in the view before its own script does. */
  readonly before?: string;
}

export interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly at: number;
}

export interface Card {
  readonly frame: Frame;
  readonly page: Page;
  /** The calls of the view, in order. */
  readonly calls: readonly Call[];
  /** Lines for the model. */
  readonly contexts: readonly string[];
  /** Messages of the view to the assistant, as the human. */
  readonly messages: readonly string[];
  readonly sizes: readonly number[];
  /** Errors that the browser reported: of the page, or blocked requests. */
  readonly complaints: readonly string[];
  /** Waits until the view shows the text. */
  shows(text: string | RegExp): Promise<void>;
  text(): Promise<string>;
  close(): Promise<void>;
}

export interface CardHost {
  readonly browser: Browser;
  open(client: TestClient, options: CardOptions): Promise<Card>;
  close(): Promise<void>;
}

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A server's client that draws cards. */
export const cardClient = (
  env: Readonly<Record<string, string>>,
  client: ClientKind = 'v2-modern',
): Promise<TestClient> => connect({ client, env: { AGENT_PLATFORM_LOG_LEVEL: 'silent', ...env }, capabilities: CARDS });

/** As restrictive as hosts are: a view loads nothing, whatever its own page says. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

export async function startCardHost(): Promise<CardHost> {
  const entry = fileURLToPath(new URL('./page/host.ts', import.meta.url));
  const bundled = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false, logLevel: 'silent' });
  const script = bundled.outputFiles[0]?.text ?? '';
  const views = new Map<string, string>();
  const page = await listen((path) =>
    path === '/host.js' ? { type: 'text/javascript', body: script } : { type: 'text/html', body: HOST_PAGE },
  );
  const view = await listen((path) => ({
    type: 'text/html',
    body: views.get(path) ?? '',
    headers: { 'content-security-policy': POLICY },
  }));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  let opened = 0;
  return {
    browser,
    async open(client, options) {
      const uri = await viewOf(client, options.tool);
      const path = `/view/${++opened}`;
      const text = await pageText(client, uri);
      views.set(
        path,
        text.replace('<script>', () => `<script>${options.before ?? ''}</script><script>`),
      );
      return openCard({ browser, client, options, home: page.url, src: `${view.url}${path}` });
    },
    async close() {
      await browser.close();
      await page.close();
      await view.close();
    },
  };
}

const HOST_PAGE = `<!doctype html><html lang="en"><title>Host</title><style>
body{margin:0;padding:16px;background:Canvas;color-scheme:light dark}iframe{border:0;width:100%;height:120px;display:block}
.full{padding:0}.full iframe{height:100vh}</style><body><script src="/host.js"></script></body></html>`;

interface Opening {
  readonly browser: Browser;
  readonly client: TestClient;
  readonly options: CardOptions;
  readonly home: string;
  readonly src: string;
}

async function openCard({ browser, client, options, home, src }: Opening): Promise<Card> {
  const { tool, args = {}, theme = 'light', width = 720, height = 900, scale = 1, context = {}, answer } = options;
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: theme,
    deviceScaleFactor: scale,
  });
  page.setDefaultTimeout(PATIENCE_MS);
  if (options.hasOwnClock) await page.clock.install();
  const [calls, contexts, messages, sizes, complaints] = [[], [], [], [], []] as [
    Call[],
    string[],
    string[],
    number[],
    string[],
  ];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const listed = new Set((await client.listTools()).map(({ name }) => name));
  const call = async (name: string, given: Record<string, unknown>): Promise<ToolResult> => {
    if (!listed.has(name)) throw new Error(`the host does not know the tool ${name}`);
    return (await answer?.(name, given)) ?? client.callTool(name, given);
  };
  const reports: Readonly<Record<string, (value: unknown) => void>> = {
    context: (value) => contexts.push(wordsIn(value)),
    message: (value) => messages.push(wordsIn(value)),
    size: (value) => sizes.push(Number(value)),
  };
  let isReady = false;
  await page.exposeFunction('report', (kind: string, value: unknown) => {
    isReady ||= kind === 'ready';
    reports[kind]?.(value);
  });
  await page.exposeFunction(
    'callTool',
    async ({ name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> }) => {
      calls.push({ name, args: given, at: Date.now() });
      return passedOn(await call(name, given), options.sendsTextOnly === true);
    },
  );
  await page.goto(home);
  await until('the host’s page is ready', () => isReady);
  if (context.displayMode === 'fullscreen') await page.evaluate("document.body.className = 'full'");
  const result = options.sendsNoResult ? undefined : await call(tool, args);
  const strips = options.stripsResults === true || options.sendsTextOnly === true;
  const opening = {
    src,
    context: {
      theme,
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen'],
      locale: 'en-GB',
      timeZone: 'UTC',
      ...context,
    },
    input: args,
    result: result && passedOn(result, strips),
    isHidden: options.hidesUntilReady === true,
    takesNoMessages: options.takesNoMessages === true,
  };
  await page.evaluate(`openCard(${JSON.stringify(opening)})`);
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (frame === undefined) throw new Error('the view has no frame');
  return {
    frame,
    page,
    calls,
    contexts,
    messages,
    sizes,
    complaints,
    // biome-ignore lint/performance/useDomNodeTextContent: what is seen counts, not what is there
    text: () => frame.locator('#card').innerText(),
    async shows(text) {
      await frame.getByText(text).filter({ visible: true }).first().waitFor();
    },
    close: () => page.close(),
  };
}

const passedOn = (result: ToolResult, strips: boolean): ToolResult => {
  if (!strips) return result;
  const { content, isError } = result;
  return { content, ...(isError === undefined ? {} : { isError }) };
};

const wordsIn = (params: unknown): string => {
  const { content = [] } = params as { content?: readonly { text?: string }[] };
  return content.map(({ text = '' }) => text).join('\n');
};

async function viewOf(client: TestClient, tool: string): Promise<string> {
  const listed = (await client.listTools()) as readonly { name: string; _meta?: { ui?: { resourceUri?: string } } }[];
  const uri = listed.find(({ name }) => name === tool)?._meta?.ui?.resourceUri;
  if (uri === undefined) throw new Error(`${tool} has no card`);
  return uri;
}

async function pageText(client: TestClient, uri: string): Promise<string> {
  const [page] = (await client.readResource(uri)).contents;
  if (page === undefined || !('text' in page)) throw new Error(`${uri} is no page`);
  return page.text;
}

interface Answer {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function listen(answer: (path: string) => Answer): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const { type, body, headers = {} } = answer(request.url ?? '/');
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
