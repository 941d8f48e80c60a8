import { Amount, Currency, type Minor, textFromMinor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { recordEvent } from './audit/record-event.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase, type Tx } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { inTransaction } from './db/transaction.ts';
import { reachChecked } from './embedded/reach-checked.ts';
import { exitCodeOf } from './kernel/exit-code.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { issue } from './ledger/issue.ts';

const usage = 'Use: npm run treasury -- issue USD 1000000';

interface Order {
  currency: Currency;
  amountMinor: Minor;
}

/** The treasury's only order: put new money into SUPER's wallet, on record. */
async function run(args: string[], config: Config): Promise<string> {
  const order = readOrder(args);
  const database = await reachChecked(config, warn);
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 2 });
  try {
    await migrate(db);
    const balanceMinor = await inTransaction(db, (tx) => issueToSuper(tx, order));
    const { currency, amountMinor } = order;
    return (
      `Issued ${textFromMinor(amountMinor)} ${currency}. ` +
      `SUPER now has ${textFromMinor(balanceMinor)} ${currency}.`
    );
  } finally {
    await close();
    await database.stop();
  }
}

function readOrder([verb, currency, amount]: string[]): Order {
  const parsedCurrency = z.safeParse(Currency, currency);
  const parsedAmount = z.safeDecode(Amount, amount ?? '');
  if (verb !== 'issue' || !parsedCurrency.success || !parsedAmount.success || !parsedAmount.data) {
    throw new Error(usage);
  }
  return { currency: parsedCurrency.data, amountMinor: parsedAmount.data };
}

async function issueToSuper(tx: Tx, { currency, amountMinor }: Order): Promise<Minor> {
  const { rows } = await sql<{ id: bigint; username: string }>`
    select id, username from users where role = 'SUPER' order by id limit 1`.execute(tx);
  const owner = rows[0];
  if (!owner) throw new Error('There is no SUPER yet. Start the platform once, then try again.');
  const posted = await issue(tx, owner.id, currency, amountMinor);
  const message = `Issued ${textFromMinor(amountMinor)} ${currency} from the treasury.`;
  await recordEvent(tx, {
    actor: null,
    actorName: 'treasury',
    origin: { address: 'command line', requestId: `transfer ${posted.transferId}` },
    action: 'treasury.issue',
    change: { kind: 'user', id: owner.id, after: { ...posted, amountMinor, currency } },
    outcome: 'done',
    message,
  });
  return posted.toBalanceMinor;
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  process.stdout.write(`${await run(process.argv.slice(2), readConfig(process.env))}\n`);
} catch (error) {
  warn(sentenceOf(error));
  process.exitCode = exitCodeOf(error);
}
