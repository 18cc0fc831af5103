/** The question of an approval, in hosts that draw questions by a view: what is pressed is the host's answer. */
import { type Fields, fields, text, texts } from './data.ts';
import { el, marked } from './dom.ts';
import { RequestView } from './request.ts';
import { drawActions } from './request-layout.ts';
import { draw, failure, loading, start } from './shell.ts';

type Answer = Readonly<Record<string, unknown>>;

/** What the server says of the question to its own view. */
const REQUEST_KEY = 'agent-platform/request';

function ask(params: Fields): Promise<Answer> {
  const about = fields(fields(params, '_meta'), REQUEST_KEY);
  const properties = fields(fields(params, 'requestedSchema'), 'properties');
  const choices = texts(fields(properties, 'decision'), 'enum');
  const words = wordsOf(text(params, 'message') ?? '');
  const threadId = text(about, 'threadId');
  let comment = text(fields(properties, 'comment'), 'default') ?? '';
  return new Promise((resolve) => {
    const answer = (decision: string, said: string): void =>
      resolve({ action: 'accept', content: 'comment' in properties ? { decision, comment: said } : { decision } });
    if (threadId !== undefined) {
      const view = new RequestView({
        threadId,
        asked: { choices, comment, digest: text(about, 'digest'), words, answer },
      });
      draw(view.element);
      void view.load();
      return;
    }
    // Without the thread there is the text, which holds all that is asked.
    const buttons = choices.map((choice) => ({
      label: choice,
      kind: '' as const,
      press: () => answer(choice, comment),
    }));
    const onComment = (said: string): void => {
      comment = said;
    };
    draw(words, drawActions({ comment, why: undefined, buttons, onComment }));
  });
}

/** The question as the server worded it, line by line. */
const wordsOf = (message: string): HTMLElement =>
  el('div', { class: 'words' }, ...message.split('\n').map((line) => el('p', {}, ...marked(line))));

draw(loading('Waiting for the question…'));
start('question', { elicitation: {} }, { question: ask }).catch(() => draw(failure('The host did not answer.')));
