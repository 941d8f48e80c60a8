import type { Minor } from '@pitboss/contract/money';
import type { Tx } from '../db/database.ts';
import { deposit, withdraw } from '../transactions/transactions.ts';
import { actAs } from '../users/act-as.ts';
import { addUser } from '../users/add-user.ts';
import { removeUser } from '../users/remove-user.ts';
import { type Branch, clientName, demoBranches, usualAmount } from './people.ts';
import { planRequests, usesCashier } from './plan-requests.ts';
import { seededRandom } from './random.ts';
import type { Client, Context, DemoEvent } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;
const days = 30;
const remarks = [
  '',
  '',
  'UPI transfer',
  'Weekend bonus',
  'Cash at desk',
  'Bank transfer',
  'Refund',
];

/** A month of joining, depositing and withdrawing, in the order in which it happened. */
export function planMonth(nowMs: number): { startsAt: Date; events: DemoEvent[] } {
  const random = seededRandom(20);
  const startsAtMs = nowMs - days * dayMs;
  const clients = demoBranches.flatMap((branch) => planClients(branch, startsAtMs, random));
  const events = clients.flatMap((client) => [
    join(client),
    ...planMoves(client, nowMs, random),
    ...(usesCashier(client) ? planRequests(client, nowMs, random) : []),
    ...(client.hasLeft ? [leave(client, nowMs - 2 * dayMs)] : []),
  ]);
  events.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { startsAt: new Date(startsAtMs), events };
}

/** Most joined in the first days, fewer since, and one in fifteen since yesterday. */
function planClients(branch: Branch, startsAtMs: number, random: () => number): Client[] {
  return Array.from({ length: branch.clients }, (_, index) => {
    const isNew = index % 15 === 14;
    const joinedAfterDays = isNew ? days - 0.9 * random() - 0.01 : random() ** 3 * (days - 3);
    return {
      branch,
      index,
      username: `${branch.prefix}${index + 1}`,
      joinedAtMs: startsAtMs + 60_000 + (index === 0 ? 0 : joinedAfterDays * dayMs),
      isDemo: index % 17 === 16,
      hasLeft: index % 29 === 28 || branch.prefix + index === 'vip4',
    };
  });
}

function join(client: Client): DemoEvent {
  const { branch, index, username, isDemo } = client;
  const isSuper = branch.operator === 'super';
  const status = index % 23 === 22 ? 'locked' : index % 13 === 12 ? 'suspended' : 'active';
  return {
    at: new Date(client.joinedAtMs),
    run: async (tx, { passwordHash, clientIds }) => {
      const actor = await actAs(tx, branch.operator);
      const { user } = await addUser(
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
      clientIds.set(username, user._id);
    },
  };
}

function leave(client: Client, atMs: number): DemoEvent {
  return {
    at: new Date(Math.max(atMs, client.joinedAtMs + 1)),
    run: async (tx, { clientIds }) => {
      const actor = await actAs(tx, client.branch.operator);
      await removeUser(tx, actor, clientIds.get(client.username) ?? 0n);
    },
  };
}

/** A move every day or two; nobody takes out more than is there, and demo accounts nothing. */
function planMoves(client: Client, nowMs: number, random: () => number): DemoEvent[] {
  const unit = usualAmount[client.branch.currency];
  let balanceMinor = BigInt(unit) * 100n;
  const events: DemoEvent[] = [];
  const endsAtMs = client.hasLeft ? nowMs - 2 * dayMs : nowMs - 60_000;
  let atMs = client.joinedAtMs;
  for (;;) {
    atMs += (0.15 + random() * 1.6) * dayMs;
    if (atMs >= endsAtMs) return events;
    const amountMinor = BigInt(Math.round(unit * (0.2 + random() * 2.5) * 100));
    const mayWithdraw = !client.isDemo && !usesCashier(client);
    const isWithdrawal = mayWithdraw && random() < 0.42 && amountMinor <= balanceMinor;
    balanceMinor += isWithdrawal ? -amountMinor : amountMinor;
    const text = remarks[Math.floor(random() * remarks.length)] ?? '';
    events.push(move(client, new Date(atMs), isWithdrawal, amountMinor, text));
  }
}

function move(client: Client, at: Date, isWithdrawal: boolean, amountMinor: Minor, text: string) {
  return {
    at,
    run: async (tx: Tx, { clientIds }: Context) => {
      const actor = await actAs(tx, client.branch.operator);
      const clientId = clientIds.get(client.username) ?? 0n;
      const verb = isWithdrawal ? withdraw : deposit;
      await verb(tx, actor, { clientId, amountMinor, remarks: text });
    },
  };
}
