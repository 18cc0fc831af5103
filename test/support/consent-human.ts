/** A human for the tests: gives scripted answers to dialogs, and records what they showed. */
import {
  type Caller,
  type ConnectOptions,
  type ElicitAnswer,
  type TestClient,
  type ToolResult,
  textOf,
} from './clients.ts';
import { type Data, dataOf } from './data.ts';

export interface Human {
  /** The messages of the dialogs so far. */
  readonly shown: string[];
  /** The choices of the last dialog. */
  choices(): readonly string[];
  /** The human's behaviour from now on; it may change the platform first. */
  willAnswer(answer: ElicitAnswer | (() => ElicitAnswer)): void;
  readonly elicit: NonNullable<ConnectOptions['elicit']>;
}

/** The human's answer in the form of a decision. */
export const presses = (decision: string, comment?: string): ElicitAnswer => ({
  action: 'accept',
  content: { decision, ...(comment === undefined ? {} : { comment }) },
});

interface Field {
  readonly enum?: readonly string[];
  readonly oneOf?: readonly { readonly const: string; readonly title: string }[];
  readonly default?: string;
}

/** The fields of a form that have choices. */
export const choicesIn = ({ requestedSchema }: { readonly requestedSchema: unknown }): [name: string, Field][] =>
  Object.entries((requestedSchema as { properties: Record<string, Field> }).properties).filter(
    ([, field]) => field.enum !== undefined || field.oneOf !== undefined,
  );

/** Presses in each field the first choice that begins with one of these words, the first word first, and leaves out the rest. */
export function pressing(form: { readonly requestedSchema: unknown }, ...words: readonly string[]): ElicitAnswer {
  const content = choicesIn(form).flatMap(([name, { enum: names = [], oneOf = [] }]) => {
    const choices = [...names.map((title) => ({ const: title, title })), ...oneOf];
    const found = words.flatMap((word) => choices.find(({ title }) => title.startsWith(word)) ?? [])[0];
    return found === undefined ? [] : [[name, found.const]];
  });
  return { action: 'accept', content: Object.fromEntries(content) };
}

/** A refusal within a second counts as the host's. */
export const thinking = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_100));

export function human(first: ElicitAnswer = presses('Approve')): Human {
  const shown: string[] = [];
  let choices: readonly string[] = [];
  let next: ElicitAnswer | (() => ElicitAnswer) = first;
  return {
    shown,
    choices: () => choices,
    willAnswer: (answer) => {
      next = answer;
    },
    elicit: async ({ message, requestedSchema }) => {
      shown.push(message);
      const { properties } = requestedSchema as { properties: { decision: { enum: readonly string[] } } };
      choices = properties.decision.enum;
      const answer = typeof next === 'function' ? next() : next;
      if (answer.action !== 'accept') await thinking();
      return pressed(answer, choices);
    },
  };
}

/** `Approve` presses the choice that begins with it: `Approve create_refund`. */
function pressed(answer: ElicitAnswer, choices: readonly string[]): ElicitAnswer {
  const decision = answer.content?.decision;
  if (typeof decision !== 'string' || choices.includes(decision)) return answer;
  const title = choices.find((choice) => choice.startsWith(`${decision} `));
  return title === undefined ? answer : { ...answer, content: { ...answer.content, decision: title } };
}

/** A result in short. */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Data;
}

const said = (result: ToolResult): Said => ({
  text: textOf(result),
  isError: result.isError === true,
  data: dataOf(result),
});

export async function callAs(client: TestClient, tool: string, args: Record<string, unknown>): Promise<Said> {
  return said(await client.callTool(tool, args));
}

/** The token of a thread as it is read now. */
export const reviewTokenOf = async (client: Caller, threadId: string): Promise<string> =>
  String(dataOf(await client.callTool('get_thread', { threadId })).reviewToken);

/** The items of decide_approvals for these threads, each with the token of what is read now. */
export async function itemsFor(client: Caller, threadIds: readonly string[], status = 'APPROVED') {
  const items = [];
  for (const threadId of threadIds)
    items.push({ threadId, status, reviewToken: await reviewTokenOf(client, threadId) });
  return items;
}
