import { currencies } from '@pitboss/contract/money';
import { sql } from 'kysely';
import { hashPassword } from '../auth/password.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { issue } from '../ledger/issue.ts';
import { actAs } from '../users/act-as.ts';
import { addFirstSuper } from '../users/add-super.ts';
import { addUser } from '../users/add-user.ts';
import { type Branch, demoBranches, demoSignIns, issuedMinor, playerPassword } from './people.ts';
import { receiptPicture } from './pictures.ts';
import { planMonth } from './plan-month.ts';
import { publish } from './publish.ts';

/** Fills an empty platform with people and a month of money, in one transaction: all or nothing. */
export async function seedDemo(db: Db, say: (line: string) => void): Promise<void> {
  const [owner] = demoSignIns;
  await addFirstSuper(db, { ...owner, name: 'Platform Owner' });
  if (!(await isForDemo(db, owner.username))) return;
  say('Filling the demo…');
  const hashes = await hashAll([...demoSignIns.map((one) => one.password), playerPassword]);
  const receipts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => receiptPicture(index)),
  );
  const now = Date.now();
  await inTransaction(db, async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    if (!(await isForDemo(tx, owner.username))) return;
    const month = planMonth(now);
    await setClock(tx, month.startsAt);
    const actor = await actAs(tx, owner.username);
    for (const currency of currencies) await issue(tx, actor.id, currency, issuedMinor[currency]);
    for (const branch of demoBranches) await openBranch(tx, branch, hashes);
    const context = {
      passwordHash: hashes.get(playerPassword) ?? '',
      clientIds: new Map(),
      bankIds: await publish(tx),
      receipts,
    };
    for (const { at, run } of month.events) {
      await setClock(tx, at);
      await run(tx, context);
    }
  });
}

/** Nobody is there yet but the demo's own SUPER; a platform in use is left as it is. */
async function isForDemo(db: Db, superName: string): Promise<boolean> {
  const people = await db.selectFrom('users').select('username').limit(2).execute();
  return people.length === 1 && people[0]?.username === superName;
}

async function hashAll(passwords: string[]): Promise<Map<string, string>> {
  const pairs = passwords.map(async (one) => [one, await hashPassword(one)] as const);
  return new Map(await Promise.all(pairs));
}

/** What is written from here on is dated at this moment; see platform_now() in migration 0001. */
async function setClock(tx: Tx, at: Date): Promise<void> {
  await sql`select set_config('pitboss.clock', ${at.toISOString()}, true)`.execute(tx);
}

/** SUPER's own clients hang on SUPER itself; every other branch begins with its ADMIN. */
async function openBranch(tx: Tx, branch: Branch, hashes: Map<string, string>): Promise<void> {
  if (!branch.admin) return;
  const owner = await actAs(tx, demoSignIns[0].username);
  const signIn = demoSignIns.find(({ username }) => username === branch.operator);
  const { username, name, balanceMinor } = { username: branch.operator, ...branch.admin };
  const passwordHash = hashes.get(signIn?.password ?? playerPassword) ?? '';
  await addUser(
    tx,
    owner,
    {
      username,
      name,
      password: '',
      balance: balanceMinor,
      role: 'ADMIN',
      isDemo: false,
      status: 'active',
      currency: branch.currency,
      minimumBets: 1_000n,
      maximumBets: 2_500_000n,
    },
    passwordHash,
  );
}
