import { sql } from 'kysely';
import { generateSecret, generateSync } from 'otplib';
import type { TestApp } from './test-app.ts';

export interface TestFactor {
  secret: string;
  /** What an app shows now, or so many steps later. */
  code(steps?: number): string;
}

export function factorOf(secret: string): TestFactor {
  return {
    secret,
    code: (steps = 0) =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 }),
  };
}

/** Gives an account a second factor beside the calls, as if no code of it had been used. */
export async function giveFactor(
  app: TestApp,
  { id }: { id: bigint },
  state: 'on' | 'pending' = 'on',
): Promise<TestFactor> {
  const secret = generateSecret();
  await dropFactor(app, { id });
  await sql`
    insert into second_factors (user_id, secret, is_sealed, confirmed_at)
    values (${id}, ${Buffer.from(secret)}, false,
      case when ${state} = 'on' then now() end)`.execute(app.db);
  return factorOf(secret);
}

export async function dropFactor(app: TestApp, { id }: { id: bigint }): Promise<void> {
  await sql`delete from second_factors where user_id = ${id}`.execute(app.db);
}

/** Lets the proof of one session grow old. */
export async function ageProof(app: TestApp, token: string, minutes: number): Promise<void> {
  await sql`
    update sessions set proven_at = now() - make_interval(mins => ${minutes}::int)
    where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(app.db);
}
