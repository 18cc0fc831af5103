/** Concurrent equal decisions: one is sent, and none reaches a later request. */
import { describe, it } from 'vitest';
import { connectHttp, startReplica } from '../http/support.ts';
import { connect } from '../support/clients.ts';
import { dialogsTogether, heldIn, type Kind, race, racePlatform } from '../support/races.ts';

/** About 500 rounds in all with those beside it; `npm run test:races` makes more than 10,000. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 40);

const KINDS: readonly Kind[] = ['token', 'dialogs'];
const CASES = (['v1', 'v2-modern'] as const).flatMap((client) =>
  KINDS.flatMap((kind) => [0, 40].map((lagMs) => ({ client, kind, lagMs }))),
);

describe('decisions made at once over stdio, on a platform that moves on to another request,', () => {
  it.each(CASES)(
    'decide each request at most once: $client, $kind, reads $lagMs ms behind',
    async ({ client: kind, kind: holds, lagMs }) => {
      const platform = await racePlatform({ lagMs });
      const dialogs = holds === 'dialogs' ? dialogsTogether() : undefined;
      const client = await connect({
        client: kind,
        env: platform.env,
        ...(dialogs === undefined ? {} : { elicit: dialogs.elicit }),
      });
      try {
        heldIn(
          await race({
            platform,
            racers: [client],
            kind: holds,
            rounds: lagMs === 0 ? ROUNDS : Math.ceil(ROUNDS / 5),
            ...(dialogs === undefined ? {} : { dialogs }),
          }),
        );
      } finally {
        await client.close();
        await platform.close();
      }
    },
  );
});

describe('dialogs answered at once over HTTP, at one process,', () => {
  it.each(['v1', 'v2-legacy', 'v2-modern'] as const)(
    'decide each request at most once: two clients, %s',
    async (kind) => {
      const platform = await racePlatform();
      const replica = await startReplica({ env: { ...platform.env, AGENT_PLATFORM_LOG_LEVEL: 'info' } });
      const dialogs = dialogsTogether();
      const connected = () => connectHttp({ client: kind, url: replica.url, elicit: dialogs.elicit });
      const racers = await Promise.all([connected(), connected()]);
      try {
        heldIn(await race({ platform, racers, kind: 'dialogs', rounds: ROUNDS, dialogs }));
      } finally {
        await Promise.all(racers.map((one) => one.close()));
        await replica.stop('SIGKILL');
        await platform.close();
      }
    },
  );
});
