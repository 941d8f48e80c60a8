import type { Minor } from '@pitboss/contract/money';
import type { Tx } from '../db/database.ts';
import { moveMoney } from '../transactions/transactions.ts';
import { addUser } from '../users/add-user.ts';
import { removeUser } from '../users/remove-user.ts';
import { clientName, demoBranches, usualAmount } from './people.ts';
import { days, planClients, statusOf } from './plan-clients.ts';
import { planRequests, usesCashier } from './plan-requests.ts';
import { planRounds } from './plan-rounds.ts';
import { planTables } from './plan-tables.ts';
import { seededRandom } from './random.ts';
import { recordAct } from './record-act.ts';
import { type Client, type DemoEvent, type StepContext, spendable } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;
const remarks = [
  '',
  '',
  'UPI transfer',
  'Weekend bonus',
  'Cash at desk',
  'Bank transfer',
  'Refund',
];

/** A month of joining, depositing, playing and withdrawing. */
export function planMonth(
  nowMs: number,
  betCount: number,
): { startsAt: Date; events: DemoEvent[] } {
  const random = seededRandom(20);
  const startsAtMs = nowMs - days * dayMs;
  const clients = demoBranches.flatMap((branch) => planClients(branch, startsAtMs, random));
  const events = clients.flatMap((client) => [
    join(client),
    ...planMoves(client, nowMs, random),
    ...(usesCashier(client) ? planRequests(client, nowMs, random) : []),
    ...(client.hasLeft ? [leave(client, nowMs - 2 * dayMs)] : []),
  ]);
  events.push(...planRounds(clients, nowMs, betCount, random), ...planTables(startsAtMs));
  return { startsAt: new Date(startsAtMs), events };
}

function join(client: Client): DemoEvent {
  const { branch, index, username, isDemo } = client;
  const isSuper = branch.operator === 'super';
  const status = statusOf(client);
  return {
    at: new Date(client.joinedAtMs),
    run: async (tx, { passwordHash, clientIds, actor: actAs }) => {
      const actor = await actAs(branch.operator);
      const added = await addUser(
        tx,
        actor,
        {
          username,
          name: clientName(branch.currency, index),
          password: '',
          balance: BigInt(usualAmount[branch.currency]) * 100n,
          role: 'USER',
          isDemo,
          status,
          ...(isSuper ? { currency: branch.currency } : {}),
        },
        passwordHash,
      );
      await recordAct(tx, actor, 'users.add', added);
      clientIds.set(username, added.user._id);
      return [];
    },
  };
}

function leave(client: Client, atMs: number): DemoEvent {
  return {
    at: new Date(Math.max(atMs, client.joinedAtMs + 1)),
    run: async (tx, { clientIds, actor: actAs }) => {
      const actor = await actAs(client.branch.operator);
      const change = await removeUser(tx, actor, clientIds.get(client.username) ?? 0n);
      await recordAct(tx, actor, 'users.remove', { change });
      return [];
    },
  };
}

/** A move every two days or so; what was lost in play cannot be taken out, and play money never. */
function planMoves(client: Client, nowMs: number, random: () => number): DemoEvent[] {
  const unit = usualAmount[client.branch.currency];
  let balanceMinor = BigInt(unit) * 100n;
  const events: DemoEvent[] = [];
  const endsAtMs = client.hasLeft ? nowMs - 2 * dayMs : nowMs - 60_000;
  let atMs = client.joinedAtMs;
  for (;;) {
    atMs += (0.3 + random() * 3.2) * dayMs;
    if (atMs >= endsAtMs) return events;
    const amountMinor = BigInt(Math.round(unit * (0.2 + random() * 2.5) * 100));
    const mayWithdraw = !client.isDemo && !usesCashier(client);
    const isWithdrawal = mayWithdraw && random() < 0.42 && amountMinor <= balanceMinor;
    balanceMinor += isWithdrawal ? -amountMinor : amountMinor;
    const text = remarks[Math.floor(random() * remarks.length)] ?? '';
    events.push(move(client, new Date(atMs), isWithdrawal, amountMinor, text));
  }
}

function move(
  client: Client,
  at: Date,
  isWithdrawal: boolean,
  amountMinor: Minor,
  text: string,
): DemoEvent {
  return {
    at,
    run: async (tx: Tx, { clientIds, actor: actAs }: StepContext) => {
      const actor = await actAs(client.branch.operator);
      const clientId = clientIds.get(client.username) ?? 0n;
      if (isWithdrawal && amountMinor > (await spendable(tx, clientId))) return [];
      const kind = isWithdrawal ? 'withdraw' : 'deposit';
      const moved = await moveMoney(tx, actor, { kind, clientId, amountMinor, remarks: text });
      await recordAct(tx, actor, `transactions.${kind}`, moved);
      return [];
    },
  };
}
