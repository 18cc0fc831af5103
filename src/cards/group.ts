/** A group of alike requests: what they share, a row for each, and one decision on all of them. */
import { type Fields, fields, number, records, text, texts } from './data.ts';
import { DecidingView } from './deciding.ts';
import { bare, type Child, drawTable, el, foreign, marked } from './dom.ts';
import { whole } from './format.ts';
import { RequestRecord } from './request-record.ts';
import { copyable } from './shell.ts';

/** The members as entries of the inbox, each with its row and its values as arguments. */
function membersOf(group: Fields): readonly Fields[] {
  const columns = texts(group, 'columns');
  const rows: readonly unknown[] = Array.isArray(group.rows) ? group.rows : [];
  return rows.filter(Array.isArray).map((values, index) => {
    const row = columns.map((column, index) => [bare(column), bare(String(values[index] ?? ''))] as const);
    // The last column is the server's own.
    const threadId = row.pop()?.[1] ?? '';
    return { threadId, row: index + 1, calls: [{ arguments: Object.fromEntries(row) }] };
  });
}

/** A group with buttons to decide on all of it. */
export class GroupView extends DecidingView {
  readonly #oneByOne: (members: readonly Fields[]) => void;

  /** @param oneByOne shows the members in place of the group */
  constructor(groupToken: string, above: Child, oneByOne: (members: readonly Fields[]) => void) {
    super(new RequestRecord(undefined, groupToken), () => undefined, above);
    this.#oneByOne = oneByOne;
  }

  protected override get words() {
    const { data, token } = this.record;
    const size = whole(number(data, 'alike') ?? 0);
    const requests = `${size} alike requests`;
    return {
      subject: `${requests} of agent ${text(data, 'agentId')}`,
      all: ` all ${size}`,
      ask: `${requests}. Ask me with decide_approvals, groupToken ${token}`,
    };
  }

  /** With what they come to. */
  protected override head(): HTMLElement {
    const head = super.head();
    head.append(...texts(this.record.data, 'sums').map((line) => el('p', ...marked(line))));
    return head;
  }

  protected override body(): Child[] {
    const { data } = this.record;
    const members = membersOf(data);
    return [
      ...super.body(),
      el('h2', 'What differs'),
      drawRows(members),
      el('p', el('button.quiet', { onclick: () => this.#oneByOne(members) }, 'Show one by one')),
    ];
  }

  protected override details(): HTMLElement {
    const { data } = this.record;
    const ids = membersOf(data).map(({ threadId }) => threadId);
    return copyable(`threads ${ids.join(', ')}; agent ${text(data, 'agentId')}`);
  }
}

/**
 * Draws a value of a column: numbers of different lengths with their points below each other, so that they can be compared.
 * Their missing decimals are neither seen nor read out nor copied.
 */
function drawColumn(values: readonly string[]): (value: string) => HTMLElement {
  const isOfNumbers = values.every((value) => /^-?\d+(?:\.\d+)?$/.test(value));
  if (!isOfNumbers || new Set(values.map(({ length }) => length)).size === 1) return foreign;
  const tail = (value: string): number => (/\..*/.exec(value)?.[0] ?? '').length;
  const longest = Math.max(...values.map(tail));
  return (value) => {
    const missing = '.'.padEnd(longest, '0').slice(tail(value));
    return el('span.digits', foreign(value), tail(value) < longest && el('i', { 'aria-hidden': 'true' }, missing));
  };
}

/** A row for each; the end of the last one must have been in view. */
function drawRows(members: readonly Fields[]): HTMLElement {
  const values = members.map((member) => fields(records(member, 'calls')[0], 'arguments'));
  const keys = values.map((row) => JSON.stringify(row));
  const names = Object.keys(values[0] ?? {});
  const draws = names.map((name) => drawColumn(values.map((row) => String(row[name]))));
  const heads = names.map((name, column) =>
    draws[column] === foreign ? foreign(name) : el('span.digits', foreign(name)),
  );
  const rows = values.map((row, index) => {
    const same = keys.findIndex((key, other) => other !== index && key === keys[index]);
    const cells = names.map((name, column) => (draws[column] ?? foreign)(String(row[name])));
    if (index + 1 === values.length) cells.at(-1)?.append(el('i.end'));
    return [
      el('span', `${whole(index + 1)} `, same >= 0 && el('small.source.unsaid', `same as row ${whole(same + 1)}`)),
      ...cells,
    ];
  });
  return drawTable('Table of the requests', ['Row', ...heads], rows);
}
