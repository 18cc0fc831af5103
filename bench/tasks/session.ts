/** A careful model's session: it counts calls and tokens of results, and uses only ids that results showed. */
import type { Wire } from '../wire.ts';

export interface Spent {
  readonly calls: number;
  /** Characters / 4 of all results as text, which is what most hosts give the model. */
  readonly tokens: number;
  /** The same as structured content, for the hosts that give only that. */
  readonly structured: number;
}

export type Data = Readonly<Record<string, unknown>>;

/** Arguments whose values only results provide. */
const IDS = /(?:Id|Ids|Uuid|Identifier|reviewToken|^slug)$/;

export class Session {
  readonly #wire: Wire;
  #seen = '';
  #calls = 0;
  #characters = 0;
  #structured = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  get spent(): Spent {
    return { calls: this.#calls, tokens: this.#characters / 4, structured: this.#structured / 4 };
  }

  /** A name that the human mentioned. */
  given(name: string): string {
    this.#seen += `\n${name}`;
    return name;
  }

  /** @throws if the result is an error, or an id was not in an earlier result of this task */
  async call(tool: string, args: Data = {}): Promise<{ readonly text: string; readonly data: Data }> {
    for (const [key, id] of idsIn(args))
      expectThat(this.#seen.includes(id), `${tool}: ${key} ${id} was in no result before`);
    const { content, structuredContent } = await this.#wire.call(tool, args);
    const text = (content as { text: string }[]).map((part) => part.text).join('\n');
    this.#calls++;
    this.#characters += text.length;
    this.#structured += JSON.stringify(structuredContent).length;
    this.#seen += `\n${text}`;
    return { text, data: structuredContent as Data };
  }
}

function idsIn(value: unknown, key = ''): [key: string, id: string][] {
  if (typeof value === 'string') return IDS.test(key) ? [[key, value]] : [];
  if (Array.isArray(value)) return value.flatMap((part) => idsIn(part, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === 'parameters' ? [] : idsIn(part, name)));
}

/** @throws if a script did not get its task's answer */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

/** The records of a result. */
export const list = (data: Data, key: string): readonly Data[] => (Array.isArray(data[key]) ? data[key] : []);
