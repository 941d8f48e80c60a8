import { cashRequests } from '@pitboss/contract/cash-requests';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { toCashRequest } from './get-cash-request.ts';
import { listCashRequests } from './list-cash-requests.ts';
import { resolveCashRequest } from './resolve-cash-request.ts';

export function cashRequestRoutes(app: App): void {
  read(app, cashRequests.list, async ({ db, actor, body }) => {
    const { urlOf } = await app.receiptUrls(db);
    const page = await listCashRequests(db, actor, body);
    return { ...page, data: page.data.map((row) => toCashRequest(row, urlOf)) };
  });

  write(app, cashRequests.resolve, async ({ tx, actor, body }) => {
    const { urlOf } = await app.receiptUrls(tx);
    const { reqId: id, status, note = '' } = body;
    const { request, change } = await resolveCashRequest(tx, actor, { id, status, note });
    return {
      message: `Request ${id} is now ${status}.`,
      data: toCashRequest(request, urlOf),
      change,
    };
  });
}
