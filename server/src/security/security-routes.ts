import { security } from '@pitboss/contract/security';
import { readNow, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { getSettings, setSettings } from './security-settings.ts';

export function securityRoutes(app: App): void {
  readNow(app, security.get, ({ db }) => getSettings(db));

  write(app, security.set, {
    isOverBranch: true,
    run: async ({ tx, body }) => {
      const { settings, change } = await setSettings(tx, body);
      return { message: 'Security settings changed.', data: settings, change };
    },
  });
}
