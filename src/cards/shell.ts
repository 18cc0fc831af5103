/** What all pages share: theme, size, the states of a page that has nothing to show yet, and what is read out. */
import {
  callTool,
  connect,
  type HostContext,
  HostError,
  type Listener,
  notify,
  request,
  type ToolResult,
} from './bridge.ts';
import { dataOf, type Fields, wordsOf } from './data.ts';
import { type Child, el, fill, marked } from './dom.ts';
import { setReader } from './format.ts';

const card = (): Element => document.querySelector('#card') ?? document.body;

let displayMode = 'inline';
let modes: readonly string[] = [];
const redrawers: (() => void)[] = [];

/** Runs when the reader's language, the theme or the way of display changes. */
export const onContext = (redraw: () => void): number => redrawers.push(redraw);

function applyContext({ theme, styles, locale, timeZone, safeAreaInsets, ...context }: HostContext): void {
  const { style, dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value);
  }
  for (const [side, pixels] of Object.entries(safeAreaInsets ?? {})) {
    if (typeof pixels === 'number') style.setProperty(`--inset-${side}`, `${pixels}px`);
  }
  setReader(locale, timeZone);
  displayMode = context.displayMode ?? displayMode;
  modes = Array.isArray(context.availableDisplayModes) ? context.availableDisplayModes : modes;
  dataset.mode = displayMode;
  for (const redraw of redrawers) redraw();
}

/** Introduces the page, and tells the host its size as it changes. */
export async function start(name: string, capabilities: Fields, listener: Omit<Listener, 'context'>): Promise<Fields> {
  const host = await connect(name, capabilities, { ...listener, context: applyContext });
  const tell = (): void => {
    const { width, height } = document.body.getBoundingClientRect();
    notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
  };
  new ResizeObserver(tell).observe(document.body);
  return host;
}

/** How long a first result is waited for, before a page asks by itself: some hosts never send it. */
const FIRST_MS = 1_200;

/** A page that shows what a tool answered. */
export interface Shown {
  input(args: Fields): void;
  /** The data of the first result. */
  show(data: Fields): void;
  /** Asks for the data: there was no result in time, or it came without them, as some hosts pass it on. */
  fetch(words: string): void;
  end?(): void;
}

/** Starts the page of a card. */
export function startShowing(name: string, { input, show, fetch: ask, end }: Shown): void {
  let hasCome = false;
  const came = (act: () => void): void => {
    hasCome = true;
    act();
  };
  start(
    name,
    {},
    {
      input,
      result: (result) => {
        // The page has asked by itself meanwhile: what it shows, or a decision in it, stays.
        if (result.isError === true && hasCome) return;
        came(() => {
          const data = dataOf(result);
          const words = wordsOf(result);
          if (result.isError === true) draw(failure(words || 'The server could not answer.', () => ask('')));
          else if (data === undefined) ask(words);
          else show(data);
        });
      },
      ...(end && { end }),
    },
  ).then(
    () => setTimeout(() => hasCome || came(() => ask('')), FIRST_MS),
    () => draw(failure('The host did not answer.')),
  );
}

/** The button that asks the host for the full screen; undefined where it has no such mode. */
export function fullScreenButton(): HTMLElement | undefined {
  const other = displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
  if (!modes.includes(other)) return undefined;
  const label = other === 'fullscreen' ? 'Full screen' : 'Leave full screen';
  return el(
    'button',
    {
      class: 'quiet',
      onclick: () => {
        void request('ui/request-display-mode', { mode: other }).then(
          ({ mode }) => applyContext({ displayMode: typeof mode === 'string' ? mode : displayMode }),
          () => undefined,
        );
      },
    },
    label,
  );
}

/** Draws the page. */
export const draw = (...children: readonly Child[]): void => fill(card(), ...children);

/** Says something to those who hear the page. */
export function say(words: string): void {
  const line = document.querySelector('#said');
  if (line !== null) line.textContent = words;
}

/** Tells the model in one line what it should know; hosts that don't take such lines lose nothing. */
export function tellModel(line: string): void {
  request('ui/update-model-context', { content: [{ type: 'text', text: line }] }).catch(() => undefined);
}

export function loading(what: string): HTMLElement {
  const rows = [70, 45, 60].map((width) => el('span', { class: 'bone', style: `inline-size:${width}%` }));
  return el('div', { class: 'state', 'aria-busy': 'true' }, el('p', { class: 'muted' }, what), ...rows);
}

/** Says something to the assistant in the human's name. @returns whether the host took it */
export const tellAssistant = (line: string): Promise<boolean> =>
  request('ui/message', { role: 'user', content: [{ type: 'text', text: line }] }).then(
    ({ isError }) => isError !== true,
    () => false,
  );

type Heading = 'h1' | 'h2';

/** `heading`: `h2` where the page has its own heading above. */
export const empty = (
  title: string,
  words: string,
  heading: Heading = 'h1',
  ...actions: readonly Child[]
): HTMLElement =>
  el('div', { class: 'state center' }, el(heading, {}, title), el('p', { class: 'muted' }, words), ...actions);

/** What went wrong, in the words that came, and what to do. */
export const failure = (words: string, again?: () => void, heading: Heading = 'h1'): HTMLElement =>
  el(
    'div',
    { class: 'state', role: 'alert' },
    el(heading, {}, 'This can’t be shown'),
    el('p', { class: 'words' }, ...marked(words)),
    again && el('button', { onclick: again }, 'Try again'),
  );

/** A line above what is shown: `warning`, `danger`, `success` or `info`, told by its word, too. */
export const banner = (
  kind: 'warning' | 'danger' | 'success' | 'info',
  title: string,
  ...children: readonly Child[]
): HTMLElement => el('div', { class: `banner ${kind}` }, el('strong', {}, title), ...children);

/** Calls a tool that reads. @throws Error with words for the reader */
export async function read(tool: string, args: Fields): Promise<{ data: Fields | undefined; words: string }> {
  let result: ToolResult;
  try {
    result = await callTool(tool, args);
  } catch (error) {
    throw new Error(error instanceof HostError ? error.message : 'The host did not answer.');
  }
  const words = wordsOf(result);
  if (result.isError === true) throw new Error(words || 'The server could not answer.');
  return { data: dataOf(result), words };
}

/** A result that came without data, as it stands: some hosts pass on the text alone. */
export const onlyWords = (words: string): HTMLElement =>
  el('div', { class: 'state' }, el('p', { class: 'words' }, ...marked(words)));
