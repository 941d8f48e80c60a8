import { history } from '@pitboss/contract/history';
import { read } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { listRequestHistory, listUserHistory } from './list-history.ts';

export function historyRoutes(app: App): void {
  read(app, history.user, ({ db, actor, params, body }) =>
    listUserHistory(db, actor, params.id, body),
  );
  read(app, history.cashRequest, ({ db, actor, params, body }) =>
    listRequestHistory(db, actor, params.id, body),
  );
}
