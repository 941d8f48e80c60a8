import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './db/database.ts';
import { dumpSchema } from './db/dump-schema.ts';
import { dumpTables } from './db/dump-tables.ts';
import { migrateFromFirst } from './db/migrate.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { roles } from './embedded/passwords.ts';
import { serverFolder } from './kernel/checkout.ts';

/** Runs every migration in a database of its own and writes down what came of it. */
const folder = await mkdtemp(join(tmpdir(), 'pitboss-schema-'));
const embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } });
const { db, close } = openDatabase({ url: embedded.url, connectionsMax: 1 });
try {
  await migrateFromFirst(db, roles.node);
  const write = (path: string, text: string) =>
    writeFile(new URL(path, serverFolder), text).then(() => process.stdout.write(`${path}\n`));
  await write('schema.sql', await dumpSchema(db, roles.node));
  await write('src/db/tables.ts', await dumpTables(db));
} finally {
  await close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
  if (!embedded.folder.startsWith(folder)) await rm(embedded.folder, { recursive: true });
}
