import { randomUUID } from 'node:crypto';
import { hashToken, openSession } from '@pitboss/server/auth/sessions';
import { readConfig } from '@pitboss/server/config';
import { inTransaction } from '@pitboss/server/db/transaction';
import { auditBooks } from '@pitboss/server/ledger/audit-books';
import { auditRollups } from '@pitboss/server/reports/audit-rollups';
import { openRound } from '@pitboss/server/rounds/open-round';
import { benchOrigin, benchStage, type Stage, sessionLimits } from './bench-stage.ts';
import { type Figure, ratioFigure } from './figure.ts';
import { httpLoad, type LoadResult } from './http-load.ts';
import { callScript, pgbench, tokensAsTable, withScript } from './pgbench.ts';

const players = 200;
const slots = 7;
const slotSeconds = 3;
const goal = 0.6;
const hourMs = 3_600_000;

/**
 * Single bets of 200 players over HTTP, one connection each, against pgbench doing the same work
 * as one statement at 8 clients. The two take turns on one database.
 */
export async function betsSingle(): Promise<Figure[]> {
  const stage = await benchStage(10, players / 10, 500_000_000n);
  try {
    const tokens = await signInPlayers(stage);
    await inTransaction(stage.db, (tx) =>
      openRound(tx, { source: 'engine', bettingMs: hourMs, doublingMs: 8_000 }, readConfig({}).rtp),
    );
    await tokensAsTable(
      stage.databaseUrl,
      tokens.map((token) => ({ token: hashToken(token), id: 0n })),
    );
    return await withScript(script, async (scriptPath) => {
      const http: LoadResult[] = [];
      const direct: number[] = [];
      const direct8 = (seconds: number) =>
        pgbench({ url: stage.databaseUrl, scriptPath, clients: 8, seconds });
      await bet(stage, tokens, 2);
      await direct8(1);
      for (let slot = 0; slot < slots; slot++) {
        http.push(await bet(stage, tokens, slotSeconds));
        direct.push(await direct8(slotSeconds));
      }
      const faults = [...(await auditBooks(stage.db)), ...(await auditRollups(stage.db))];
      if (faults.length > 0) throw new Error(faults.join('; '));
      return [ratioFigure('bets-single', http, direct, goal)];
    });
  } finally {
    await stage.close();
  }
}

const script = callScript(players, {
  roles: 'USER',
  action: 'player.placeBet',
  message: 'Bet placed.',
  kind: 'bet',
  verb: 'place_bet(o.reason, o.actor, null, 125, 150)',
});

function signInPlayers({ db, operators }: Stage): Promise<string[]> {
  const ids = operators.flatMap(({ clientIds }) => clientIds);
  return inTransaction(db, async (tx) => {
    const tokens: string[] = [];
    for (const id of ids) {
      const { token } = await openSession(tx, id, benchOrigin, sessionLimits);
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
