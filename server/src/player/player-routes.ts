import { player } from '@pitboss/contract/player';
import { listActiveBanks } from '../banks/banks.ts';
import { toOwnBet } from '../bets/bet-row.ts';
import { cashOutOwnBet } from '../bets/cash-out.ts';
import {
  asPlaced,
  betRefusal,
  moneyField,
  type PlacedBet,
  placeBetSql,
} from '../bets/place-bet.ts';
import { fileDeposit, fileWithdrawal } from '../cash-requests/file-cash-request.ts';
import { type CashRequestRow, toCashRequest } from '../cash-requests/get-cash-request.ts';
import { cancelCashRequest } from '../cash-requests/resolve-cash-request.ts';
import type { Db } from '../db/database.ts';
import { listEvents } from '../events/events.ts';
import { readImage } from '../files/images.ts';
import { read, readNow, write, writeInOneStatement } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { listSupport } from '../support/support.ts';
import { getMe, getPresentRound, listOwnBets, listOwnRequests, operatorOf } from './player.ts';

/** What a player app calls, signed in as a client. */
export function playerRoutes(app: App): void {
  const shown = async (db: Db, row: CashRequestRow) => {
    const { user: _, ...request } = toCashRequest(row, (await app.receiptUrls(db)).urlOf);
    return request;
  };

  readNow(app, player.me, ({ db, actor }) => getMe(db, actor));
  read(app, player.banks, ({ db, actor }) => listActiveBanks(db, operatorOf(actor)));
  read(app, player.support, ({ db, actor }) => listSupport(db, operatorOf(actor)));
  read(app, player.events, ({ db }) => listEvents(db, true));
  read(app, player.listRequests, async ({ db, actor, body }) =>
    Promise.all((await listOwnRequests(db, actor, body)).map((row) => shown(db, row))),
  );

  write(app, player.requestDeposit, {
    prepare: ({ files: { receipt } }) => {
      if (!receipt) throw fieldRefusal('receipt', 'A picture of the receipt is required.');
      return readImage(receipt, 'receipt');
    },
    run: async ({ tx, actor, body }, receipt) => {
      const { request, change } = await fileDeposit(tx, actor, body, receipt);
      return { message: 'Deposit request filed.', data: await shown(tx, request), change };
    },
  });

  write(app, player.requestWithdraw, async ({ tx, actor, body }) => {
    const { request, change } = await fileWithdrawal(tx, actor, body);
    return { message: 'Withdrawal request filed.', data: await shown(tx, request), change };
  });

  write(app, player.cancelRequest, async ({ tx, actor, params }) => {
    const { request, change } = await cancelCashRequest(tx, actor, params.id);
    return { message: 'Request cancelled.', data: await shown(tx, request), change };
  });

  readNow(app, player.round, ({ db }) => getPresentRound(db));
  readNow(app, player.listBets, async ({ db, actor, body }) =>
    (await listOwnBets(db, actor, body)).map(toOwnBet),
  );

  writeInOneStatement(app, player.placeBet, {
    message: 'Bet placed.',
    field: moneyField,
    verb: (opened, each) =>
      placeBetSql(opened, {
        round: each(({ body }) => body.round ?? null),
        stake: each(({ body }) => body.stake),
        autoCashout: each(({ body }) => body.autoCashout ?? null),
      }),
    refusalOf: betRefusal,
    dataOf: (bet: PlacedBet) => toOwnBet(asPlaced(bet)),
  });

  write(app, player.cashOut, async ({ tx, actor, params }) => {
    const { bet, change } = await cashOutOwnBet(tx, actor, params.id);
    return { message: 'Cashed out.', data: toOwnBet(bet), change };
  });
}
