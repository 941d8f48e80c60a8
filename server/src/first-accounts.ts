import { randomBytes } from 'node:crypto';
import { isCommonPassword, isOwnName } from './auth/guessable-passwords.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import { findKnownSignIn, isDemoPassword } from './demo/known-passwords.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { WrongSettings } from './kernel/wrong-settings.ts';
import { addFirstSuper, findSuper, hasSuperPassword } from './users/add-super.ts';

interface Voices {
  say: (line: string) => void;
  warn: (line: string) => void;
}

/** Makes sure that somebody can sign in, and nobody whose password everybody knows. */
export async function prepareAccounts(
  db: Db,
  config: Config,
  voices: Voices,
  stopping: AbortSignal,
): Promise<void> {
  const { say } = voices;
  if (!config.demo) {
    await refuseDemo(db, config);
    await addSuper(db, config, voices);
    return;
  }
  if (!isLoopback(config.host)) await refuseOpenDemo(db, config.host);
  await seedDemo(db, { betCount: config.demoBets, rtp: config.rtp, say, stopping });
}

async function refuseDemo(db: Db, { databaseUrl, dataDir }: Config): Promise<void> {
  const username = await findKnownSignIn(db);
  if (username === undefined) return;
  const where = databaseUrl ? 'The database that DATABASE_URL names' : `The database in ${dataDir}`;
  throw new WrongSettings(
    `${where} holds the demo: everybody knows the password of its account ${username}. ` +
      (databaseUrl
        ? 'Name another database, or start with DEMO=on and change its passwords first.'
        : 'Remove it with "npm run reset-demo", or set DATA_DIR to another folder.'),
  );
}

/** A demo that is yet to be filled has nobody now, and its known passwords in a moment. */
async function refuseOpenDemo(db: Db, host: string): Promise<void> {
  if ((await findSuper(db)) !== undefined && (await findKnownSignIn(db)) === undefined) return;
  throw new WrongSettings(
    `HOST=${host} is open to others, and everybody knows the passwords of the demo: it listens ` +
      'on 127.0.0.1 only. Set DEMO=off, and DATA_DIR to a folder without a demo.',
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

async function addSuper(db: Db, { firstSuper }: Config, { say, warn }: Voices): Promise<void> {
  const username = firstSuper.username ?? 'super';
  const password = firstSuper.password ?? randomBytes(12).toString('base64url');
  if (firstSuper.password) await refuseWeak(firstSuper.password, username);
  const isNew = await addFirstSuper(db, { username, name: username, password });
  if (isNew && !firstSuper.password) {
    say(`Created ${username} with the password ${password} (shown only now).`);
  }
  const found = await findSuper(db);
  if (firstSuper.username && found?.toLowerCase() !== username.toLowerCase()) {
    throw new WrongSettings(
      `SUPER_USERNAME is ${username}, but the SUPER of this database is ${found}: name that one, ` +
        'or none.',
    );
  }
  if (isNew || !firstSuper.password || (await hasSuperPassword(db, firstSuper.password))) return;
  warn(
    `SUPER_PASSWORD changes nothing: ${found} is there already and has another password. To give ` +
      `it a new one, run "npm run admin -- reset-password ${found}"; otherwise leave ` +
      'SUPER_PASSWORD out.',
  );
}

async function refuseWeak(password: string, username: string): Promise<void> {
  if (isDemoPassword(password)) {
    throw new WrongSettings(
      'SUPER_PASSWORD is one of the demo, which everybody knows: choose another.',
    );
  }
  if (isOwnName(password, username) || (await isCommonPassword(password))) {
    throw new WrongSettings('SUPER_PASSWORD is too common: choose another.');
  }
}
