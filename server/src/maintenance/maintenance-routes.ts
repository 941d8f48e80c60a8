import { maintenance } from '@pitboss/contract/maintenance';
import { type App, read, write } from '../http/bind.ts';
import { getMaintenance, setMaintenance } from './maintenance.ts';

export function maintenanceRoutes(app: App): void {
  read(app, maintenance.get, async ({ db }) => ({ isMaintenance: await getMaintenance(db) }));

  write(app, maintenance.set, async ({ tx, body: { isMaintenance } }) => ({
    message: `Maintenance is ${isMaintenance ? 'on' : 'off'}.`,
    data: { isMaintenance },
    change: await setMaintenance(tx, isMaintenance),
  }));
}
