import { randomUUID } from 'node:crypto';
import { letIn } from '@pitboss/testkit/crowd';
import { againstPgbench } from './against-pgbench.ts';
import { benchStage, onStages, type Stage } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import type { Figure } from './figure.ts';
import { httpLoad, type LoadResult } from './http-load.ts';
import { callScript, tokensAsTable } from './pgbench.ts';
import type { Release } from './release.ts';

const players = 200;
const goal = 0.6;
const hourMs = 3_600_000;
const crowd = { operators: 10, clientsEach: players / 10, clientMinor: 500_000_000n };

/**
 * Single bets of 200 players over HTTP, one connection each, against pgbench doing the same work
 * as one statement at 8 clients. All take turns on one PostgreSQL.
 */
export function betsSingle(releases: Release[]): Promise<Figure[]> {
  return withServer((server) =>
    onStages(
      releases,
      (release) => benchStage(server, release, crowd),
      async (stages) => {
        const sides = [];
        for (const stage of stages) {
          const tokens = await signInPlayers(stage);
          await openForAnHour(stage);
          await tokensAsTable(
            stage.databaseUrl,
            tokens.map((token) => ({ token: stage.release.hashToken(token), id: 0n })),
          );
          sides.push({ stage, script, load: (seconds: number) => bet(stage, tokens, seconds) });
        }
        return againstPgbench('bets-single', sides, goal);
      },
    ),
  );
}

async function openForAnHour({ release, db }: Stage): Promise<void> {
  const terms = { source: 'engine' as const, bettingMs: hourMs, doublingMs: 8_000 };
  await release.inTransaction(db, (tx) => release.openRound(tx, terms, release.readConfig({}).rtp));
}

const script = callScript(players, {
  roles: 'USER',
  action: 'player.placeBet',
  message: 'Bet placed.',
  kind: 'bet',
  verb: 'place_bet(o.reason, o.actor, null, 125, 150)',
});

function signInPlayers({ release, db, clientIds }: Stage): Promise<string[]> {
  return release.inTransaction(db, async (tx) => {
    const tokens: string[] = [];
    for (const id of clientIds) {
      const { token } = await letIn(tx, id, release);
      tokens.push(token);
    }
    return tokens;
  });
}

function bet({ port }: Stage, tokens: string[], seconds: number): Promise<LoadResult> {
  let turn = 0;
  return httpLoad({
    port,
    connections: players,
    durationMs: seconds * 1000,
    next: () => ({
      path: '/api/player/bets',
      headers:
        `authorization: Bearer ${tokens[turn++ % tokens.length]}\r\n` +
        `idempotency-key: ${randomUUID()}`,
      body: '{"stake":1.25,"autoCashout":1.5}',
    }),
  });
}
