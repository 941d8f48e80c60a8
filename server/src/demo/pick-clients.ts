import type { Currency } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { demoBranches } from './people.ts';

interface DemoClient {
  id: bigint;
  username: string;
  operator: string;
  currency: Currency;
  balanceMinor: bigint;
}

/** Some clients that the demo itself has made; those that visitors made are left alone. */
export async function pickClients(
  db: Db,
  count: number,
  { withDemo }: { withDemo: boolean },
): Promise<DemoClient[]> {
  const operators = demoBranches.map(({ operator }) => operator);
  const names = `^(${demoBranches.map(({ prefix }) => prefix).join('|')})[0-9]+$`;
  const { rows } = await sql<DemoClient>`
    select u.id, u.username, p.username as operator, u.currency,
      a.balance_minor as "balanceMinor"
    from users u join users p on p.id = u.parent_id
    join accounts a on a.user_id = u.id and a.kind = 'wallet' and a.currency = u.currency
    where u.role = 'USER' and (${withDemo} or not u.is_demo) and p.username = any(${operators})
      and u.username ~ ${names}
      and effective_status(u.id, u.ancestor_ids) = 'active'
    order by random() limit ${count}`.execute(db);
  return rows;
}
