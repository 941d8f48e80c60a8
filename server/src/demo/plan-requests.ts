import { sql } from 'kysely';
import { fileDeposit, fileWithdrawal } from '../cash-requests/file-cash-request.ts';
import { cancelCashRequest, resolveCashRequest } from '../cash-requests/resolve-cash-request.ts';
import type { Tx } from '../db/database.ts';
import { usualAmount } from './people.ts';
import { recordAct } from './record-act.ts';
import { type Client, type DemoEvent, spendable } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Ending = 'success' | 'failed' | 'cancelled' | 'pending';

/** Clients who use the cashier: their operator takes no money out of their wallets beside it. */
export function usesCashier({ index, isDemo, hasLeft }: Client): boolean {
  return index % 3 === 1 && !isDemo && !hasLeft;
}

/** A request every few days, decided within hours; some of the last day still wait. */
export function planRequests(client: Client, nowMs: number, random: () => number): DemoEvent[] {
  const unit = usualAmount[client.branch.currency];
  // What is surely there, whatever the client's deposits add to it.
  let sureMinor = BigInt(unit) * 100n;
  const events: DemoEvent[] = [];
  for (let atMs = client.joinedAtMs; ; ) {
    atMs += (0.5 + random() * 5) * dayMs;
    if (atMs > nowMs - 120_000) return events;
    const isWithdrawal = random() < 0.45;
    const amountMinor = isWithdrawal
      ? 100n + (sureMinor * BigInt(Math.floor(random() * 30))) / 100n
      : BigInt(Math.round(unit * (0.3 + random() * 2) * 100));
    const ending = endingOf(nowMs - atMs, random());
    if (isWithdrawal && ending !== 'failed' && ending !== 'cancelled') sureMinor -= amountMinor;
    if (!isWithdrawal && ending === 'success') sureMinor += amountMinor;
    const picture = Math.floor(random() * 12);
    const decidedAtMs = Math.min(atMs + random() * 0.2 * dayMs, nowMs - 60_000);
    events.push(
      ...request(client, { atMs, decidedAtMs, isWithdrawal, amountMinor, ending, picture }),
    );
  }
}

function endingOf(ageMs: number, chance: number): Ending {
  if (ageMs < dayMs && chance < 0.7) return 'pending';
  if (chance < 0.8) return 'success';
  return chance < 0.92 ? 'failed' : 'cancelled';
}

interface Story {
  atMs: number;
  decidedAtMs: number;
  isWithdrawal: boolean;
  amountMinor: bigint;
  ending: Ending;
  picture: number;
}

/** Filing and deciding, as two moments of the month. */
function request(client: Client, story: Story): DemoEvent[] {
  const { ending } = story;
  const filed: DemoEvent = {
    at: new Date(story.atMs),
    run: async (tx, { bankIds, receipts, actor: actAs }) => {
      const actor = await actAs(client.username);
      const amount = story.amountMinor;
      // Play may have taken what the client meant to ask for.
      if (story.isWithdrawal && amount > (await spendable(tx, actor.id))) return [];
      const banks = bankIds.get(client.branch.operator) ?? [];
      const bankId = banks[story.picture % banks.length] ?? 0n;
      const receipt = receipts[story.picture];
      if (story.isWithdrawal || !receipt) {
        const asked = await fileWithdrawal(tx, actor, { amount, bank: accountOf(client) });
        await recordAct(tx, actor, 'player.requestWithdraw', asked);
      } else {
        const paid = await fileDeposit(tx, actor, { amount, bankId }, receipt);
        await recordAct(tx, actor, 'player.requestDeposit', paid);
      }
      return [];
    },
  };
  if (ending === 'pending') return [filed];
  const decided: DemoEvent = {
    at: new Date(story.decidedAtMs),
    run: async (tx, { actor: actAs }) => {
      const id = await findRequest(tx, client, filed.at);
      if (id === undefined) return [];
      if (ending === 'cancelled') {
        const owner = await actAs(client.username);
        await recordAct(tx, owner, 'player.cancelRequest', await cancelCashRequest(tx, owner, id));
        return [];
      }
      const actor = await actAs(client.branch.operator);
      const note = ending === 'failed' ? 'Not found on the bank statement' : '';
      const resolved = await resolveCashRequest(tx, actor, { id, status: ending, note });
      await recordAct(tx, actor, 'cash-requests.resolve', resolved);
      return [];
    },
  };
  return [filed, decided];
}

/** The request that was filed at that moment; none where the client had not enough. */
async function findRequest(tx: Tx, { username }: Client, at: Date): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select r.id from cash_requests r join users u on u.id = r.user_id
    where u.username = ${username} and r.created_at = ${at}`.execute(tx);
  return rows[0]?.id;
}

/** A client's own account, the same every time it asks. */
export function accountOf({
  branch,
  index,
  username,
}: Pick<Client, 'branch' | 'index' | 'username'>) {
  const number = `${10_000_000 + index * 7_919}`;
  return {
    bankName: branch.currency === 'PKR' ? 'Allied Bank' : 'City Cooperative Bank',
    accountHolderName: username,
    accountNumber: number,
    IBAN: `${branch.currency.slice(0, 2)}64CITY${number}0001`,
  };
}
