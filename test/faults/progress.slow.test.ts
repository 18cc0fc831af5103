/** Progress of a call that takes the platform a long time. */
import { expect, it } from 'vitest';
import { connect, platformEnv, textOf } from '../support/clients.ts';
import { startDouble } from '../support/platform-double.ts';

it('a slow call reports its elapsed time', async () => {
  let finish: () => void = () => undefined;
  const slow = await startDouble(({ response }) => {
    finish = () => void response.writeHead(200).end('{"chatUuid":"c","message":"done"}');
  });
  const client = await connect({
    client: 'v1',
    env: { ...platformEnv({ url: slow.url, token: 'tok_some-token-for-tests' }) },
  });
  const messages: string[] = [];
  const result = await client.callTool(
    'send_assistant_message',
    { assistantIdentifier: 'support', message: 'hi' },
    {
      onProgress: ({ message }) => {
        messages.push(message ?? '');
        finish();
      },
    },
  );
  expect(textOf(result)).toContain('done');
  expect(Number(/ (\d+) s/.exec(messages[0] ?? '')?.[1])).toBeGreaterThanOrEqual(5);
  await client.close();
  await slow.close();
});
