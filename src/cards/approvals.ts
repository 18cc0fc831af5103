/** The page of approvals: the inbox, or one thread, whichever tool's result the host shows. */
import { inbox } from './inbox.ts';
import { draw, loading, type ResultPage, startShowing, textOnly } from './shell.ts';
import { thread } from './thread.ts';

let shown: ResultPage | undefined;

draw(loading('Loading…'));
startShowing('approvals', {
  input: (args) => {
    shown = args.threadId === undefined ? inbox : thread;
    shown.input(args);
  },
  show: (data) => {
    // Some hosts don't send the arguments, or send none: a thread must not pass for an inbox in which nothing waits.
    shown = data.messages === undefined ? (shown ?? inbox) : thread;
    shown.show(data);
  },
  ask: (message) => {
    if (shown === undefined && message !== '') return draw(textOnly(message));
    shown ??= inbox;
    shown.ask(message);
  },
  end: () => shown?.end?.(),
});
