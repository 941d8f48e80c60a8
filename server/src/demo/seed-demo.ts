import { currencies } from '@pitboss/contract/money';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { sql } from 'kysely';
import { sealRecords } from '../audit/seal-records.ts';
import { hashPassword } from '../auth/password.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { issue } from '../ledger/issue.ts';
import { actAs } from '../users/act-as.ts';
import { addFirstSuper } from '../users/add-super.ts';
import { addUser } from '../users/add-user.ts';
import { smallestStakeMinor } from './choose-bet.ts';
import { type Branch, demoBranches, demoSignIns, issuedMinor, playerPassword } from './people.ts';
import { receiptPictures } from './pictures.ts';
import { planMonth } from './plan-month.ts';
import { tellProgress } from './progress.ts';
import { publish } from './publish.ts';
import { setClock } from './set-clock.ts';
import { type Context, type DemoEvent, inStep } from './story.ts';

const roundsInStep = 8;

/**
 * Fills an empty platform with people and a month of money and play. It is told in steps: in one
 * transaction every balance would drag all its former versions along. Cut off, it goes on from the
 * last step at the next start; of several nodes one tells it and the others wait.
 */
export async function seedDemo(db: Db, { say, ...telling }: Telling): Promise<void> {
  const [owner] = demoSignIns;
  await addFirstSuper(db, { ...owner, name: 'Platform Owner' });
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${leaderLocks.demoStory})`.execute(connection);
    try {
      const story = await openStory(connection, owner.username);
      if (!story || story.toldUntil >= story.endsAt) return;
      await tellStory(connection, story, telling, tellProgress(story.endsAt, say));
      // What is a month old and not sealed would be told as a trouble.
      await sealRecords(connection, telling.stopping);
      // Lists are quick from the first look on: the planner knows the tables.
      await sql`analyze`.execute(connection);
    } finally {
      await sql`select pg_advisory_unlock(${leaderLocks.demoStory})`.execute(connection);
    }
  });
}

interface Telling {
  betCount: number;
  /** What the multiplier table may return to players. */
  rtp: ReturnRules;
  say: (line: string) => void;
  /** Told to stop, it ends after the step that it is in. */
  stopping: AbortSignal;
}

interface Story {
  endsAt: Date;
  toldUntil: Date;
}

/** The story that was begun here, or a new one where nobody is but the demo's own SUPER. */
async function openStory(db: Db, superName: string): Promise<Story | undefined> {
  const begun = await findStory(db);
  if (begun) return begun;
  const people = await db.selectFrom('users').select('username').limit(2).execute();
  if (people.length !== 1 || people[0]?.username !== superName) return undefined;
  const endsAt = new Date();
  return { endsAt, toldUntil: planMonth(endsAt.getTime(), 0).startsAt };
}

async function findStory(db: Db): Promise<Story | undefined> {
  const { rows } = await sql<Story>`
    select ends_at as "endsAt", told_until as "toldUntil" from demo_story`.execute(db);
  return rows[0];
}

async function tellStory(
  db: Db,
  { endsAt, toldUntil }: Story,
  { betCount, rtp, stopping }: Omit<Telling, 'say'>,
  told: (waiting: DemoEvent[]) => void,
): Promise<void> {
  const hashes = await hashAll([...demoSignIns.map((one) => one.password), playerPassword]);
  const receipts = await receiptPictures();
  const month = planMonth(endsAt.getTime(), betCount);
  if (!(await findStory(db))) {
    await inTransaction(db, async (tx) => {
      await setClock(tx, month.startsAt);
      await openPlatform(tx, hashes);
      await sql`insert into demo_story (ends_at, told_until)
        values (${endsAt}, ${toldUntil})`.execute(tx);
    });
  }
  const passwordHash = hashes.get(playerPassword) ?? '';
  const context = { passwordHash, receipts, rtp, ...(await readIds(db)) };
  // Latest first, so that the next one is taken from the end.
  let waiting = month.events
    .filter(({ at }) => at >= toldUntil)
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  told(waiting);
  while (waiting.length > 0 && !stopping.aborted) {
    waiting = await inTransaction(db, (tx) => tellStep(tx, [...waiting], context, endsAt));
    told(waiting);
  }
}

/** Who is there already, and the banks that take deposits. */
async function readIds(db: Db): Promise<Pick<Context, 'clientIds' | 'bankIds'>> {
  const clients = await db.selectFrom('users').select(['username', 'id']).execute();
  const banks = await db
    .selectFrom('banks')
    .innerJoin('users', 'users.id', 'banks.owner_id')
    .select(['users.username', 'banks.id'])
    .where('banks.status', '=', 'active')
    .orderBy('banks.id')
    .execute();
  const byOperator = Map.groupBy(banks, ({ username }) => username);
  return {
    clientIds: new Map(clients.map(({ username, id }) => [username, id])),
    bankIds: new Map([...byOperator].map(([name, own]) => [name, own.map(({ id }) => id)])),
  };
}

/** Tells some rounds and whatever lies between them, in the order of time. */
async function tellStep(
  tx: Tx,
  waiting: DemoEvent[],
  context: Context,
  endsAt: Date,
): Promise<DemoEvent[]> {
  const step = inStep(tx, context);
  let breaks = 0;
  for (let event = waiting.at(-1); event; event = waiting.at(-1)) {
    if (event.isBreak && ++breaks > roundsInStep) break;
    waiting.pop();
    await setClock(tx, event.at);
    for (const next of await event.run(tx, step)) {
      const later = waiting.findLastIndex(({ at }) => at > next.at);
      waiting.splice(later + 1, 0, next);
    }
  }
  await sql`update demo_story set told_until = ${waiting.at(-1)?.at ?? endsAt}`.execute(tx);
  return waiting;
}

/** SUPER's money, the operators, and what they publish. */
async function openPlatform(tx: Tx, hashes: Map<string, string>): Promise<void> {
  const actor = await actAs(tx, demoSignIns[0].username);
  for (const currency of currencies) await issue(tx, actor.id, currency, issuedMinor[currency]);
  for (const branch of demoBranches) await openBranch(tx, branch, hashes);
  await publish(tx);
}

async function hashAll(passwords: string[]): Promise<Map<string, string>> {
  const pairs = passwords.map(async (one) => [one, await hashPassword(one)] as const);
  return new Map(await Promise.all(pairs));
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
      minimumBets: BigInt(smallestStakeMinor[branch.currency]),
      maximumBets: 2_500_000n,
    },
    passwordHash,
  );
}
