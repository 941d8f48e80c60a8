import { sealRecords } from '@pitboss/server/audit/seal-records';
import { openDatabase } from '@pitboss/server/db/database';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { mustRun } from '@pitboss/testkit/run-command';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { withServer } from './database-server.ts';
import { type Figure, judged } from './figure.ts';

const bets = 290_000;
const goal = { atMost: 20 };
const dayMs = 86_400_000;

/** `npm run books` on a million entries, as it is called for all of it and for the last day. */
export function books(): Promise<Figure[]> {
  return withServer(async (server) => {
    const url = await server.newDatabase('books');
    const settings = {
      ...server.nodeSettings(url),
      DEMO: 'off',
      SUPER_USERNAME: superSignIn.username,
      SUPER_PASSWORD: superSignIn.password,
    };
    await mustRun('seed', ['--bets', String(bets)], settings);
    const { db, close } = openDatabase({ url, statementMs: 0 });
    await sealRecords(db);
    await close();
    const { rows } = await askDatabase(url, 'select count(*)::int as count from entries');
    const detail = `${rows[0]?.count} entries`;
    const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    return [
      judged('books', await secondsOf([], settings), 's', goal, detail),
      judged('books-since', await secondsOf(['--since', yesterday], settings), 's', goal, detail),
    ];
  });
}

async function secondsOf(args: string[], settings: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const said = await mustRun('books', args, settings);
  if (!said.includes('balance')) throw new Error(said);
  return (performance.now() - startedAt) / 1000;
}
