import { banks } from '@pitboss/contract/banks';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addBank, listBanks, updateBank } from './banks.ts';

export function bankRoutes(app: App): void {
  read(app, banks.list, ({ db, actor, body }) => listBanks(db, actor, body));

  write(app, banks.add, async ({ tx, actor, body }) => {
    const { bank, change } = await addBank(tx, actor, body);
    return { message: 'Bank added successfully.', data: bank, change };
  });

  write(app, banks.update, async ({ tx, actor, params, body }) => {
    const { bank, change } = await updateBank(tx, actor, params.id, body);
    return { message: 'Bank updated successfully.', data: bank, change };
  });
}
