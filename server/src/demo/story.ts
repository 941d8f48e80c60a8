import type { Minor } from '@pitboss/contract/money';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Image } from '../files/images.ts';
import type { Actor } from '../kernel/actor.ts';
import { actAs } from '../users/act-as.ts';
import type { Branch } from './people.ts';

/** What the demo's events share while they happen. */
export interface Context {
  passwordHash: string;
  clientIds: Map<string, bigint>;
  /** The banks of each operator that take deposits. */
  bankIds: Map<string, bigint[]>;
  receipts: Image[];
  /** What the multiplier table may return to players. */
  rtp: ReturnRules;
}

/** What they share in one step. */
export interface StepContext extends Context {
  /** Whom the step has held already is not read again: until its end nobody changes them. */
  actor: (username: string) => Promise<Actor>;
}

export function inStep(tx: Tx, context: Context): StepContext {
  const held = new Map<string, Actor>();
  const actor = async (username: string) => {
    const known = held.get(username) ?? (await actAs(tx, username));
    held.set(username, known);
    return known;
  };
  return { ...context, actor };
}

/** Something that happened at a moment of the month, done by a verb of the platform. */
export interface DemoEvent {
  at: Date;
  /** Whether the story may be interrupted right before it: nothing is then left half done. */
  isBreak?: boolean;
  /** Answers with what follows from it, at later moments. */
  run(tx: Tx, context: StepContext): Promise<DemoEvent[]>;
}

/** A client of the demo before it exists. */
export interface Client {
  branch: Branch;
  index: number;
  username: string;
  joinedAtMs: number;
  isDemo: boolean;
  hasLeft: boolean;
}

/** What a client can spend at this moment of the story. */
export async function spendable(tx: Tx, clientId: bigint): Promise<Minor> {
  const { rows } = await sql<{ balance: Minor }>`
    select a.balance_minor as balance from accounts a join users u on u.id = a.user_id
    where u.id = ${clientId} and a.kind = 'wallet' and a.currency = u.currency`.execute(tx);
  return rows[0]?.balance ?? 0n;
}
