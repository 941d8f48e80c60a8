import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { listActiveBanks } from '../banks/banks.ts';
import { fileDeposit, fileWithdrawal, hasRoom } from '../cash-requests/file-cash-request.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Image } from '../files/images.ts';
import { actAs } from '../users/act-as.ts';
import { demoBranches, usualAmount } from './people.ts';
import { pickClients } from './pick-clients.ts';
import { receiptPictures } from './pictures.ts';
import { accountOf } from './plan-requests.ts';
import { recordAct } from './record-act.ts';

const pauseMs = { least: 12_000, spread: 25_000 };

/**
 * Simulated clients that go on filing a request every little while, through the same verbs as
 * everybody. Of several nodes one files at a time. Ends with the signal.
 */
export async function liveDemo(
  db: Db,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const receipts = await receiptPictures();
  while (!stopping.aborted) {
    await sleep(pauseMs.least + Math.random() * pauseMs.spread, undefined, {
      signal: stopping,
    }).catch(() => {});
    if (!stopping.aborted) await inTransaction(db, (tx) => fileOne(tx, receipts)).catch(onError);
  }
}

/** One request of one simulated client, unless another was filed a moment ago. */
export async function fileOne(tx: Tx, receipts: Image[]): Promise<void> {
  if (!(await isOurTurn(tx))) return;
  const [client] = await pickClients(tx, 1, { withDemo: false });
  const branch = demoBranches.find(({ operator }) => operator === client?.operator);
  if (!client || !branch) return;
  const actor = await actAs(tx, client.username);
  if (!(await hasRoom(tx, actor))) return;
  const unit = usualAmount[branch.currency];
  const amount = BigInt(Math.round(unit * (0.3 + Math.random() * 2) * 100));
  if (Math.random() < 0.4 && client.balanceMinor > amount) {
    const bank = accountOf({ branch, index: Number(actor.id), username: actor.username });
    const asked = await fileWithdrawal(tx, actor, { amount, bank });
    await recordAct(tx, actor, 'player.requestWithdraw', asked);
    return;
  }
  const banks = await listActiveBanks(tx, actor.ancestorIds.at(-1) ?? 0n);
  const bank = banks[Math.floor(Math.random() * banks.length)];
  const receipt = receipts[Math.floor(Math.random() * receipts.length)];
  if (!bank || !receipt || (bank.maxAmount != null && bank.maxAmount < amount)) return;
  const paid = await fileDeposit(tx, actor, { amount, bankId: bank._id }, receipt);
  await recordAct(tx, actor, 'player.requestDeposit', paid);
}

/** Nodes that look at the same moment do not both file, nor one right after the other. */
async function isOurTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('live-demo', 0)) and not exists
      (select from cash_requests where created_at > now() - interval '8 seconds') as "isOurs"
  `.execute(tx);
  return rows[0]?.isOurs ?? false;
}
