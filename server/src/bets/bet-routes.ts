import { bets } from '@pitboss/contract/bets';
import { read } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { getBet } from './get-bet.ts';
import { listBets, listRoundBets, listUserBets } from './list-bets.ts';

export function betRoutes(app: App): void {
  read(app, bets.list, ({ db, actor, body }) => listBets(db, actor, body));
  read(app, bets.listOfUser, ({ db, actor, body }) => listUserBets(db, actor, body));
  read(app, bets.listOfRound, ({ db, actor, body }) => listRoundBets(db, actor, body));
  read(app, bets.get, ({ db, actor, params }) => getBet(db, actor, params.id));
}
