/** Shared by all pages: theme, size, empty and error states, and announcements for screen readers. */
import { callTool, connect, type HostContext, notify, request } from './bridge.ts';
import { dataOf, type Fields, number, type ToolResult, textOf } from './data.ts';
import { type Child, el, marked, redraw } from './dom.ts';
import { setReader } from './format.ts';

const card = (): Element => document.querySelector('#card') ?? document.body;

/** What the host has told so far. */
let told: HostContext = {};
/** The part of it that was drawn. */
let drawnFor = '';
const redrawers: (() => void)[] = [];

/** Registers a function to run when the reader's language, the time zone or the display modes change. */
export const onContext = (redraw: () => void): number => redrawers.push(redraw);

/** Languages that are written from right to left. */
const FROM_RIGHT = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)(?![a-z])/i;

function applyContext(changed: HostContext): void {
  told = { ...told, ...changed };
  const { theme, styles, locale, timeZone, safeAreaInsets, displayMode = 'inline', availableDisplayModes } = told;
  const root = document.documentElement;
  const { style, dataset } = root;
  if (locale !== undefined) root.dir = FROM_RIGHT.test(locale) ? 'rtl' : 'ltr';
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value);
  }
  for (const [side, pixels] of Object.entries(safeAreaInsets ?? {})) {
    if (typeof pixels === 'number') document.body.style.setProperty(`padding-${side}`, `${pixels}px`);
  }
  setReader(locale, timeZone);
  dataset.mode = displayMode;
  // Redrawing closes what the reader opened, and interrupts typing: not for a size, and styles follow a theme by themselves.
  const toDraw = JSON.stringify([locale, timeZone, displayMode, availableDisplayModes]);
  if (toDraw === drawnFor) return;
  drawnFor = toDraw;
  for (const redraw of redrawers) redraw();
}

function reportSize(): void {
  const { width, height } = document.body.getBoundingClientRect();
  notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
}

/** Maximum wait for the first result before the page requests it itself: some hosts never send it. */
const FIRST_MS = 1_200;

/** When the server made a result, in epoch milliseconds (src/mcp/engine/call-tool.ts). */
const MADE_AT = 'agent-platform/at';
const OLD_MS = 60_000;

/** A host keeps results, and draws them when a conversation is opened again. */
const isOld = ({ _meta = {} }: ToolResult): boolean => Date.now() - (number(_meta, MADE_AT) ?? Date.now()) > OLD_MS;

/** A page that shows a tool's result. */
export interface ResultPage {
  input(args: Fields): void;
  show(data: Fields): void;
  /** Requests the data if no result arrived in time, or the host forwarded it without data, or an old one. */
  ask(message: string, received?: Fields): void;
  end?(): void;
}

/** Connects the page of a card, and reports its size to the host as it changes. */
export function startShowing(name: string, { input, show, ask, end }: ResultPage): void {
  let hasArrived = false;
  let last = '';
  const arrived = (act: () => void): void => {
    hasArrived = true;
    act();
  };
  connect(name, {
    context: applyContext,
    input,
    result: (result) => {
      // Some hosts repeat the first one: what the reader did since then stays.
      const sent = JSON.stringify(result);
      if (sent === last) return;
      last = sent;
      // The page has meanwhile loaded its data itself: keep it, and any decision in it.
      if (result.isError === true && hasArrived) return;
      arrived(() => {
        const data = dataOf(result);
        const message = textOf(result);
        if (result.isError === true) draw(failure(message || 'The server could not answer.', () => ask('')));
        else if (data === undefined || isOld(result)) ask(message, data);
        else show(data);
      });
    },
    ...(end && { end }),
  }).then(
    () => {
      new ResizeObserver(reportSize).observe(document.body);
      setTimeout(() => hasArrived || arrived(() => ask('')), FIRST_MS);
    },
    () => draw(failure('The host did not answer.')),
  );
}

/** The button for full screen; undefined if the host has no such mode. */
export function fullScreenButton(): HTMLElement | undefined {
  const { displayMode, availableDisplayModes: modes } = told;
  const other = displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
  if (!Array.isArray(modes) || !modes.includes(other)) return undefined;
  const label = other === 'fullscreen' ? 'Open full screen' : 'Leave full screen';
  return el(
    'button.quiet',
    {
      onclick: () => {
        void request('ui/request-display-mode', { mode: other }).then(
          ({ mode }) => applyContext(typeof mode === 'string' ? { displayMode: mode } : {}),
          () => undefined,
        );
      },
    },
    label,
  );
}

/** Draws the page. */
export const draw = (...children: readonly Child[]): void => redraw(card(), ...children);

/** Announces text to screen readers. */
export function say(message: string): void {
  const line = document.querySelector('#said');
  if (line !== null) line.textContent = message;
}

/** Adds a line to the model's context, in hosts that support it. */
export function tellModel(line: string): void {
  request('ui/update-model-context', { content: [{ type: 'text', text: line }] }).catch(() => undefined);
}

export const loading = (what: string): HTMLElement => el('div.loading', { 'aria-busy': 'true' }, el('h1.soft', what));

/** Sends a message to the assistant as the human. @returns whether the host accepted it */
export const tellAssistant = (line: string): Promise<boolean> =>
  request('ui/message', { role: 'user', content: [{ type: 'text', text: line }] }).then(
    ({ isError }) => isError !== true,
    () => false,
  );

/** `heading`: `h2` if the page has its own heading above. */
export const empty = (title: string, message: string, heading: 'h1' | 'h2' = 'h1'): HTMLElement =>
  el('div.center', el(heading, {}, title), el('p.soft', message));

/** A choice of the reader’s. `label` begins with a verb. */
export function choice(
  label: string,
  chosen: string,
  options: Iterable<readonly [value: string, caption: string]>,
  onChoice: (value: string) => void,
): HTMLElement {
  const select = el(
    'select',
    { 'aria-label': label, onchange: () => onChoice(select.value) },
    ...[...options].map(([value, caption]) => el('option', { value, selected: value === chosen }, caption)),
  );
  return select;
}

/** An error's text, with a button to try again. */
export const failure = (message: string, again?: () => void, heading: 'h1' | 'h2' = 'h1'): HTMLElement =>
  el(
    'div.state',
    { role: 'alert' },
    el(heading, {}, 'This can’t be shown'),
    el('p.prose', ...marked(message)),
    again && el('p', el('button', { onclick: again }, 'Try again')),
  );

/** A banner of a kind: `warning`, `danger`, `success` or `info`, not distinguished by colour alone. */
export const banner = (
  kind: 'warning' | 'danger' | 'success' | 'info',
  title: string,
  ...children: readonly Child[]
): HTMLElement => el(`p.banner.${kind}`, el('strong', title), el('span', ...children));

/** A line behind another one, to be copied: ids that only whoever looks into a problem needs. */
export function copyable(line: string): HTMLElement {
  const content = el('code', ...marked(line));
  const button = el('button.quiet', { onclick: () => copy() }, 'Copy details');
  const copy = (): void => {
    getSelection()?.selectAllChildren(content);
    // Unlike the clipboard's own interface, hosts need not allow this.
    const isDone = document.execCommand('copy');
    say(isDone ? 'Copied.' : 'Selected: copy it with the keyboard.');
    if (isDone) button.textContent = 'Copy details: done';
  };
  return el('details', el('summary', 'Show details'), el('p', content, ' ', button));
}

/** A result; if the host omitted its data, only `message`, the text. */
export interface Received {
  readonly data: Fields | undefined;
  readonly message: string;
}

/** Calls a tool that reads. @throws Error with a readable message */
export async function read(tool: string, args: Fields): Promise<Received> {
  const result = await callTool(tool, args);
  const message = textOf(result);
  if (result.isError === true) throw new Error(message || 'The server could not answer.');
  return { data: dataOf(result), message };
}

/** The text of a result without data, and why it looks like this: some hosts forward only the text. */
export const textOnly = (message: string): HTMLElement =>
  el(
    'div.state',
    banner('info', 'Text only.', ' This host gives cards no data. This is what the assistant reads:'),
    el('p.prose', ...marked(message)),
  );
