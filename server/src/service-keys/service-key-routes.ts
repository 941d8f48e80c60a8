import { serviceKeys } from '@pitboss/contract/service-keys';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addServiceKey, listServiceKeys, removeServiceKey } from './service-keys.ts';

export function serviceKeyRoutes(app: App): void {
  read(app, serviceKeys.list, ({ db }) => listServiceKeys(db));

  write(app, serviceKeys.add, async ({ tx, actor, body }) => {
    const { serviceKey, change } = await addServiceKey(tx, actor, body.name);
    return { message: 'Service key made. It is shown only now.', data: serviceKey, change };
  });

  write(app, serviceKeys.remove, async ({ tx, params }) => ({
    message: 'Service key revoked.',
    change: await removeServiceKey(tx, params.id),
  }));
}
