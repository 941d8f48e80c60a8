import { maintenance } from '@pitboss/contract/maintenance';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { getMaintenance, setMaintenance } from './maintenance.ts';

export function maintenanceRoutes(app: App): void {
  read(app, maintenance.get, async ({ db }) => ({ isMaintenance: await getMaintenance(db) }));

  write(app, maintenance.set, async ({ tx, actor, body: { isMaintenance, reason } }) => ({
    message: `Maintenance is ${isMaintenance ? 'on' : 'off'}.`,
    data: { isMaintenance },
    change: await setMaintenance(tx, actor, isMaintenance, reason),
  }));
}
