import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { DatabaseServer } from './database-server.ts';
import { type SampleBet, type Times, timed } from './sample-bets.ts';

const balanceMinor = 1_000_000_000_000n;

export interface BareLedger {
  /** Places the bets as one set, ends their round at this multiplier and settles it as one set. */
  play(bets: SampleBet[], crashHundredths: number): Promise<Times>;
  close(): Promise<void>;
}

/**
 * The anchor: a bare ledger of the same meaning (`bare/ledger.sql`) in a database of its own beside
 * the measured ones. The arrays are made before the clock starts: it pays for nothing but SQL.
 */
export async function openBareLedger(
  server: DatabaseServer,
  clientIds: readonly bigint[],
): Promise<BareLedger> {
  const client = new pg.Client({ connectionString: await server.newDatabase('bare') });
  await client.connect();
  await client.query(await readFile(new URL('bare/ledger.sql', import.meta.url), 'utf8'));
  await client.query(
    'insert into bare.wallets (client_id, balance_minor) select unnest($1::bigint[]), $2',
    [clientIds.map(String), String(balanceMinor)],
  );
  await client.query('vacuum analyze');
  let round = 0;
  const ask = async (name: string, text: string, values: unknown[]) =>
    Number((await client.query({ name, text, values })).rows[0].count);
  return {
    play: async (bets, crashHundredths) => {
      round += 1;
      await client.query('insert into bare.rounds (id) values ($1)', [round]);
      const batch = [
        round,
        bets.map(({ userId }) => String(userId)),
        bets.map(({ stakeMinor }) => String(stakeMinor)),
        bets.map(({ autoHundredths }) => autoHundredths),
      ];
      const placing = await timed(() =>
        ask('place', 'select bare.place($1, $2, $3, $4) as count', batch),
      );
      const settling = await timed(() =>
        ask('settle', 'select bare.settle($1, $2) as count', [round, crashHundredths]),
      );
      if (placing.result !== bets.length || settling.result !== bets.length) {
        throw new Error('The bare ledger refused a bet.');
      }
      return { placeMs: placing.ms, settleMs: settling.ms };
    },
    close: async () => {
      const faults = await ask('faults', 'select bare.faults($1) as count', [String(balanceMinor)]);
      await client.end();
      if (faults > 0) throw new Error(`The bare ledger has ${faults} faults.`);
    },
  };
}
