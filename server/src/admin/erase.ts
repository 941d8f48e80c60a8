import { textFromMinor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { openBets } from '../rounds/open-bets.ts';
import { erasePerson } from '../users/erase-person.ts';
import { findPerson, holdPerson } from './find-person.ts';
import { defineVerb } from './verb.ts';

/** A person's data on its request, or when there is no reason to keep it any more. */
export const erase = defineVerb({
  name: 'erase',
  summary: "Makes blanks of a person's data; its money rows stay and still balance",
  details: [
    'Name, bank data, receipts, notes, remarks, addresses and browsers become blanks, the username',
    'becomes a neutral one, and the account is deleted. What it moved and played stays under that',
    'name. Events and transfers of the record are blanked with the seals whole, and the act itself',
    'stands in the record. Backups that were made before still hold the data.',
    'Refused while the account has money, open bets or requests, or accounts below it.',
  ],
  args: ['name'],
  examples: [
    ['erase asha.v', 'Asha asked for it: says what stands in the way, or asks and erases.'],
    ['erase asha.v --yes', 'The same, without a question.'],
  ],
  destroys: "the person's data, which no command brings back",
  look: async (context, { name }) => {
    const { db } = await context.database();
    const { id, username } = await findPerson(db, name);
    await refuseWhatIsOpen(db, id);
    return [`The data of ${username} is about to be erased.`];
  },
  run: async (context, { name }) => {
    const { db } = await context.database();
    const message = await inTransaction(db, async (tx) => {
      const person = await holdPerson(tx, name);
      await refuseWhatIsOpen(tx, person.id);
      const change = await erasePerson(tx, person);
      const done = `Erased account ${person.id}: it is called erased-${person.id} now.`;
      await context.record(tx, { message: done, change });
      return done;
    });
    return { lines: [message, 'Backups made before this still hold the data: let them expire.'] };
  },
});

interface State {
  role: string;
  isErased: boolean;
  money: { amount: bigint; currency: string } | null;
  bets: number;
  requests: number;
  below: number;
}

/** In words without the name: a refusal stands in the record. */
async function refuseWhatIsOpen(db: Db, id: bigint): Promise<void> {
  const { rows } = await sql<State>`
    select role, exists (select from erased_rows where person_id = u.id)
        or username = 'erased-' || id as "isErased",
      (select json_build_object('amount', sum(balance_minor)::text, 'currency', min(currency))
        from accounts where user_id = u.id and balance_minor <> 0 having count(*) > 0) as money,
      (select count(*)::int from bets b where ${openBets(sql`b.user_id = u.id`)}) as bets,
      (select count(*)::int from cash_requests where user_id = u.id and status = 'pending')
        as requests,
      (select count(*)::int from users b where b.parent_id = u.id and b.deleted_at is null) as below
    from users u where id = ${id}`.execute(db);
  const [state] = rows;
  if (!state) return;
  const { role, isErased, money, bets, requests, below } = state;
  const open = [
    ...(isErased ? ['it is erased already'] : []),
    ...(role === 'SUPER' ? ['it is SUPER, who owns the platform'] : []),
    ...(money ? [`it has ${textFromMinor(BigInt(money.amount))} ${money.currency}`] : []),
    ...(bets > 0 ? [`open bets: ${bets}`] : []),
    ...(requests > 0 ? [`pending requests: ${requests}`] : []),
    ...(below > 0 ? [`accounts below it: ${below}`] : []),
  ];
  if (open.length > 0) throw new Error(`The account cannot be erased: ${open.join('; ')}.`);
}
