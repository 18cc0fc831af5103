/** Asks about several things in one form. Which choices it offered is signed with it: only those can be taken. */
import type { FormAnswer, FormQuestion, PartAnswer, QuestionPart } from '../../contract/question.ts';
import {
  type AskOptions,
  commentField,
  commentIn,
  createFormAsker,
  namesNoChoice,
  type StringField,
} from './elicit.ts';
import { inert } from './inert.ts';
import { unusable } from './reply.ts';

const decisionKey = ({ name }: Pick<QuestionPart, 'name'>): string => `decision_${name}`;
const commentKey = ({ name }: Pick<QuestionPart, 'name'>): string => `comment_${name}`;

/** Asks one form with a decision and a comment for each part. @returns a function that throws as `createFormAsker`'s does */
export function createAskEach(options: AskOptions) {
  const answerTo = createFormAsker(options);
  return async (question: FormQuestion): Promise<FormAnswer> => {
    const { parts } = question;
    const fields = parts.flatMap((part) => fieldsOf(part, options.redact));
    const offered = Object.fromEntries(parts.map((part) => [part.name, part.choices.map(({ value }) => value)]));
    const reply = await answerTo({
      ...question,
      properties: Object.fromEntries(fields),
      required: parts.map(decisionKey),
      offered,
    });
    if (reply.kind === 'nobody') {
      const { by, note } = reply;
      const proposed = new Map(parts.map((part): [string, PartAnswer] => [part.name, part.proposed]));
      return { kind: 'decided', by, parts: proposed, asked: new Set(), ...(note === undefined ? {} : { note }) };
    }
    if (reply.kind !== 'filled in') return reply;
    const shown = reply.about.offered ?? {};
    // What a human leaves open stays as it is; a form that nobody filled in at all is no human's.
    if (Object.keys(shown).every((name) => isOpen(saidOf({ name }, reply.content)))) {
      throw unusable('a form without any choice');
    }
    const chosen = parts.flatMap((part) => {
      const values = Object.hasOwn(shown, part.name) ? shown[part.name] : undefined;
      const answer = values === undefined ? undefined : answerIn(part, values, reply.content);
      return answer === undefined ? [] : [[part.name, answer] as const];
    });
    return {
      kind: 'decided',
      by: 'human',
      parts: new Map(chosen),
      asked: new Set(Object.keys(shown)),
      asOf: reply.about.asOf,
    };
  };
}

function fieldsOf(part: QuestionPart, redact: (text: string) => string): [string, StringField][] {
  const standing = part.choices.find(({ value }) => value === part.standing)?.title;
  const { comment } = part.proposed;
  const title = inert(redact(part.title));
  return [
    [
      decisionKey(part),
      {
        type: 'string',
        title,
        enum: part.choices.map(({ title }) => title),
        ...(standing === undefined ? {} : { default: standing }),
      },
    ],
    [commentKey(part), commentField(`${title}: comment (optional)`, comment && redact(comment))],
  ];
}

function saidOf(part: Pick<QuestionPart, 'name'>, content: Readonly<Record<string, unknown>>): unknown {
  const key = decisionKey(part);
  return Object.hasOwn(content, key) ? content[key] : undefined;
}

const isOpen = (said: unknown): boolean => said === undefined || said === null || said === '';

/** What was chosen for a part; undefined where its field was left open. @throws Refusal where it names no choice of the form */
function answerIn(
  part: QuestionPart,
  offered: readonly string[],
  content: Readonly<Record<string, unknown>>,
): PartAnswer | undefined {
  const said = saidOf(part, content);
  if (isOpen(said)) return undefined;
  const choice = part.all.find(({ title, value }) => title === said && offered.includes(value));
  if (choice === undefined)
    throw namesNoChoice(part.all.filter(({ value }) => offered.includes(value)).map(({ title }) => title));
  const comment = commentIn(content[commentKey(part)]);
  return { choice: choice.value, ...(comment === undefined ? {} : { comment }) };
}
