/** The servers that the goldens are read from, one for each situation: a process of the built file, or one in this process. */
import { ROOT } from '../support/build.ts';
import {
  type ClientKind,
  connect,
  type ElicitAnswer,
  type ElicitRequest,
  type TestClient,
} from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { thinking } from '../support/consent-human.ts';
import type { Scripted } from '../support/scripted-platform.ts';

/** A server and its user. */
export interface Situation {
  readonly client: TestClient;
  /** The questions to the human since the last call, as text. */
  takeAsked(): string[];
  /** What the human does with the next questions: fills in the form, or chooses in it what changes nothing, or neither. */
  willAnswer(answer: Answer | undefined): void;
}

export type Answer = 'as it is' | 'decline' | 'cancel' | Readonly<Record<string, string>>;

interface SituationSpec {
  readonly kind?: ClientKind;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The host can ask the human. */
  readonly canAsk?: boolean;
  /** Uses the scripted platform instead of the sandbox. */
  readonly isScripted?: boolean;
}

const SANDBOX = ['--sandbox', '--toolsets=all', `--upload-dirs=${ROOT}test/fixtures`];

const SCRIPTED = ['--toolsets=all', '--approvals=off', '--max-retries=0'];

const SITUATIONS = {
  /** No case changes it. */
  reading: { args: SANDBOX, canAsk: true },
  readingV1: { kind: 'v1', args: SANDBOX, canAsk: true },
  /** Time passes in it: a refusal within 250 ms would count as the host's. */
  asking: { args: SANDBOX, canAsk: true, env: { GOLDEN_CLOCK: 'runs' } },
  askingV1: { kind: 'v1', args: SANDBOX, canAsk: true, env: { GOLDEN_CLOCK: 'runs' } },
  writing: { args: [...SANDBOX, '--approvals=off'] },
  cannotAsk: { args: SANDBOX },
  mustAsk: { args: [...SANDBOX, '--approvals=require'] },
  dryRun: { args: [...SANDBOX, '--dry-run'] },
  readOnly: { args: ['--sandbox', '--read-only'] },
  scripted: { isScripted: true, args: SCRIPTED },
  impatient: { isScripted: true, args: [...SCRIPTED, '--timeout-ms=3000'] },
  /** A 429 holds back later calls. */
  limited: { isScripted: true, args: SCRIPTED },
} satisfies Record<string, SituationSpec>;

export type SituationName = keyof typeof SITUATIONS;

/** @param isBuilt is the built file, in a process whose clock is clock.cjs; the clock of this one is the caller's */
export async function enter(name: SituationName, platform: Scripted, isBuilt: boolean): Promise<Situation> {
  const { kind = 'v2-modern', args = [], env, canAsk = false, isScripted = false }: SituationSpec = SITUATIONS[name];
  let asked: string[] = [];
  let next: Answer | undefined;
  async function elicit(request: ElicitRequest): Promise<ElicitAnswer> {
    asked.push(questionText(request));
    if (next === undefined) throw new Error(`${name} does not expect a question`);
    if (typeof next === 'object') return { action: 'accept', content: { ...next } };
    if (next === 'as it is') return { action: 'accept', content: leavingAsItIs(request) };
    await thinking();
    return { action: next };
  }
  const client = await (isBuilt ? connect : connectHere)({
    client: kind,
    args,
    env: {
      ...(isBuilt && { NODE_OPTIONS: `--require=${ROOT}test/golden/clock.cjs` }),
      ...(isScripted && platform.env),
      ...env,
    },
    ...(canAsk && { elicit }),
  });
  return {
    client,
    takeAsked: () => {
      const taken = asked;
      asked = [];
      return taken;
    },
    willAnswer: (answer) => {
      next = answer;
    },
  };
}

/** The message, and each field of the form on its own line. */
function questionText({ message, requestedSchema }: ElicitRequest): string {
  const { properties = {}, ...rest } = requestedSchema as { properties?: Record<string, unknown> };
  const fields = Object.entries(properties).map(([name, field]) => `${name}: ${JSON.stringify(field)}`);
  return [message, '', '--- form', ...fields, JSON.stringify(rest)].join('\n');
}

/** Of each field the choice that changes nothing: the one that leaves or keeps, always the first of that kind. */
function leavingAsItIs({ requestedSchema }: ElicitRequest): Record<string, string> {
  const { properties } = requestedSchema as { properties: Record<string, { enum?: readonly string[] }> };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { enum: choices = [] }]) =>
      choices.filter((choice) => /^(Leave|Keep|Don’t)/.test(choice)).map((choice) => [name, choice]),
    ),
  );
}
