import { threadIds } from '../domain/completers.ts';
import { call, DATA_RULE, type PromptSpec, steps } from '../mcp/contract/prompt.ts';

export const investigateThread: PromptSpec = {
  name: 'investigate-thread',
  title: 'Investigate a thread',
  description:
    'Finds out what a thread did, what state it is in and why, and what can be done about it. Changes nothing.',
  arguments: [{ name: 'threadId', description: 'The thread.', isRequired: true, complete: threadIds }],
  tools: ['get_thread'],
  text({ threadId }, { has }) {
    const plan = steps(
      `Call ${call('get_thread', { threadId })}.`,
      has('wait_for_thread') &&
        'If it is running, call wait_for_thread with its threadId once, with until "changed", to see whether it makes progress. Running out of time is not an error.',
      'Page back with before until you reach the message that started it. If an important message was cut, make the call that the result names for the rest.',
      has('list_agent_threads') &&
        'Call list_agent_threads with its agentId, to see whether other threads of the agent ended the same way.',
      'Show me: what was asked for; what happened, as a short timeline with message numbers; its current state and since when; the cause, as far as the messages prove it, with a quote; what you could not find out; its cost.',
      'End with what can be done, each as one call with its arguments filled in, and what it would change. Make none of these calls until I ask for it; if the thread waits for approval, that decision is mine.',
    );
    return `Find out what happened in thread ${threadId}, and why.\n\n${plan}\n\n${DATA_RULE}`;
  },
};
