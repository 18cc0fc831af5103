/** The page of approvals: the inbox, or one thread, whichever tool's result the host shows. */
import type { Fields } from './data.ts';
import { inbox } from './inbox.ts';
import { draw, loading, type ResultPage, startShowing, textOnly } from './shell.ts';
import { thread } from './thread.ts';

let shown: ResultPage | undefined;

/** A host that tells late what it shows finds the inbox here: it ends where a thread begins. */
function turnTo(page: ResultPage): ResultPage {
  if (shown !== page) shown?.end?.();
  shown = page;
  return page;
}

/** Some hosts don't send the arguments, or send none: a thread must not pass for an inbox in which nothing waits. */
const pageOf = (data: Fields): ResultPage => turnTo(data.messages === undefined ? (shown ?? inbox) : thread);

draw(loading('Loading…'));
startShowing('approvals', {
  input: (args) => {
    const before = shown;
    const page = turnTo(args.threadId === undefined ? inbox : thread);
    page.input(args);
    // Some hosts never send the result.
    if (before !== undefined && before !== page) page.ask('');
  },
  show: (data) => pageOf(data).show(data),
  ask: (message, received) => {
    if (received !== undefined && pageOf(received) === inbox) return inbox.ask('', received);
    if (shown === undefined && message !== '') return draw(textOnly(message));
    turnTo(shown ?? inbox).ask(message);
  },
  end: () => shown?.end?.(),
});
