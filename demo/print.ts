/** Output of the demo: coloured on a terminal, plain elsewhere. */
import { styleText } from 'node:util';

const hasColour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  hasColour ? styleText(style, text) : text;
const write = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Lines of a result that are shown. */
const MAX_LINES = 14;
const WIDTH = 110;

export function heading(title: string, detail = ''): void {
  write(`\n${paint(['bold', 'cyan'], title)}${detail ? `  ${paint('dim', detail)}` : ''}`);
}

/** The next call: a tool as a model would call it, or a method of the protocol. */
export function step(tool: string, args: Readonly<Record<string, unknown>>): void {
  write(`  ${paint('yellow', '→')} ${paint('bold', tool)} ${paint('dim', JSON.stringify(args))}`);
}

/** The tool's answer. */
export function printAnswer(text: string): void {
  const lines = text.split('\n');
  for (const line of lines.slice(0, MAX_LINES)) write(`    ${line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line}`);
  if (lines.length > MAX_LINES) write(paint('dim', `    … ${lines.length - MAX_LINES} more lines`));
}

/** A dialog as a host would show it. */
export function box(title: string, message: string, choices: readonly string[]): void {
  const lines = message.split('\n').flatMap((line) => wrap(line, WIDTH - 8));
  write(`    ${paint('magenta', `┌─ ${title} ${'─'.repeat(Math.max(0, WIDTH - 12 - title.length))}`)}`);
  for (const line of lines) write(`    ${paint('magenta', '│')}${line === '' ? '' : ` ${line}`}`);
  write(`    ${paint('magenta', '│')} ${choices.map((choice) => paint('bold', `[ ${choice} ]`)).join('  ')}`);
  write(`    ${paint('magenta', `└${'─'.repeat(WIDTH - 8)}`)}`);
}

/** The bar that the server puts before each line of a quoted request. */
const QUOTE_BAR = '│ ';

/** Wraps at spaces; the continuation of a quoted line is quoted too. */
export function wrap(line: string, width: number): string[] {
  const bar = line.startsWith(QUOTE_BAR) ? QUOTE_BAR : '';
  const room = width - bar.length;
  const lines: string[] = [];
  let rest = line.slice(bar.length);
  while (rest.length > room) {
    const at = rest.lastIndexOf(' ', room);
    const end = at > 0 ? at : room;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest].map((part) => (bar + part).trimEnd());
}
