/** The tests of the texts that a model reads: results of tools, prompts, instructions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLE, textOf } from '../support/clients.ts';
import { reviewTokenOf } from '../support/consent-human.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, waitingThread } from '../support/scripted-platform.ts';
import { NEXT_THREAD, PROMPT_CASES, TOOL_CASES, type ToolCase } from './cases.ts';
import { stopClock } from './clock.ts';
import { enter, type Situation, type SituationName } from './situations.ts';
import { stable } from './stable.ts';

export const CLIENT_NAMES: readonly SituationName[] = ['reading', 'readOnly', 'scripted'];

/** Where the text of this name is. */
export const fileOf = (name: string): string => `texts/${name}.txt`;

/** With every client and era that the case names. */
const each = <T extends { readonly at: SituationName | readonly SituationName[] }>(cases: readonly T[]) =>
  cases.flatMap((one) => [one.at].flat().map((at) => ({ ...one, at })));

/** The arguments, with reviewTokens. */
async function argumentsOf({ args = {}, reviewed = [] }: ToolCase, { client }: Situation) {
  const tokens: unknown[] = [];
  for (const threadId of reviewed) tokens.push(await reviewTokenOf(client, threadId));
  if (!Array.isArray(args.items)) return { ...args, ...(tokens.length > 0 && { reviewToken: tokens[0] }) };
  return { ...args, items: args.items.map((item, index) => ({ ...item, reviewToken: tokens[index] })) };
}

/** @param isBuilt whether the server of a situation is a process of the built file, or one of the sources in this process */
export function resultsAreUnchanged(isBuilt: (name: SituationName) => boolean): void {
  describe('what a model reads', () => {
    let platform: Scripted;
    let restartClock: () => void;
    const open = new Map<SituationName, Promise<Situation>>();
    const sitting = (name: SituationName): Promise<Situation> => {
      const found = open.get(name) ?? enter(name, platform, isBuilt(name));
      open.set(name, found);
      return found;
    };
    // Commands name the file that a person runs.
    const [, started = ''] = process.argv;
    beforeAll(async () => {
      platform = await scriptedPlatform();
      restartClock = stopClock();
      process.argv[1] = BUNDLE;
    });
    afterAll(() => {
      restartClock();
      process.argv[1] = started;
    });
    beforeEach(() => {
      platform.reset();
      platform.threads.set(OTHER_THREAD, { ...waitingThread(OTHER_THREAD), status: 'RUNNING' });
      platform.threads.set(NEXT_THREAD, waitingThread(NEXT_THREAD));
    });

    describe('the result of a tool is unchanged', () => {
      it.each(each(TOOL_CASES))('$name ($at)', async (one) => {
        const situation = await sitting(one.at);
        if (one.rule !== undefined) platform.rule(...one.rule);
        situation.willAnswer(one.answer);
        const args = await argumentsOf(one, situation);
        const parts = [`${one.tool} ${JSON.stringify(args)}`];
        try {
          const result = await situation.client.callTool(one.tool, args);
          for (const question of situation.takeAsked()) parts.push('--- the human is asked', question);
          if (one.answer !== undefined) parts.push('--- and answers', JSON.stringify(one.answer), '');
          parts.push(result.isError ? '--- error' : '--- result', textOf(result));
          if (one.isStructured)
            parts.push('', '--- structured', JSON.stringify(result.structuredContent, undefined, 2));
        } catch (error) {
          parts.push('--- refused by the protocol', error instanceof Error ? error.message : String(error));
        }
        await expect(stable(parts.join('\n'))).toMatchFileSnapshot(fileOf(one.name));
      });
    });

    it.each(each(PROMPT_CASES))('the prompt $name is unchanged ($at)', async ({ name, at, prompt, args }) => {
      const { messages } = await (await sitting(at)).client.getPrompt(prompt, args);
      const texts = messages.map(({ role, content }) => `--- ${role}\n${content.type === 'text' ? content.text : ''}`);
      await expect(stable(texts.join('\n'))).toMatchFileSnapshot(fileOf(name));
    });

    it.each(CLIENT_NAMES)('the instructions are unchanged: %s', async (at) => {
      await expect(stable((await sitting(at)).client.instructions ?? '')).toMatchFileSnapshot(
        fileOf(`instructions-${at}`),
      );
    });
  });
}
