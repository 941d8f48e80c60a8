import { support } from '@pitboss/contract/support';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addSupport, listSupport, removeSupport, updateSupport } from './support.ts';

export function supportRoutes(app: App): void {
  read(app, support.list, ({ db, actor }) => listSupport(db, actor.id));

  write(app, support.add, async ({ tx, actor, body }) => {
    const { entry, change } = await addSupport(tx, actor, body);
    return { message: 'Support added successfully', data: entry, change };
  });

  write(app, support.update, async ({ tx, actor, params, body }) => {
    const { entry, change } = await updateSupport(tx, actor, params.id, body);
    return { message: 'Support updated successfully', data: entry, change };
  });

  write(app, support.remove, async ({ tx, actor, params }) => ({
    message: 'Support deleted successfully',
    change: await removeSupport(tx, actor, params.id),
  }));
}
