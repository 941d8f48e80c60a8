import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import {
  type Embedded,
  type EmbeddedOptions,
  startEmbedded,
} from '@pitboss/server/embedded/embedded';
import { embeddedHome } from '@pitboss/server/embedded/home';
import { passwordFiles, sharedFile } from '@pitboss/server/embedded/passwords';

/**
 * An embedded database whose roles have one password between them: who is given the address of one
 * knows those of the others, in every process of a test and behind every proxy. It ends with the
 * process that started it, however that ends.
 */
export async function startThrowAway(options: EmbeddedOptions): Promise<Embedded> {
  const { folder, cluster } = embeddedHome(options.dataDir);
  const password = randomBytes(24).toString('hex');
  for (const file of passwordFiles.filter((name) => name !== sharedFile)) {
    const path = join(folder, file);
    if (!existsSync(path)) writeFileSync(path, `${password}\n`, { mode: 0o600 });
  }
  const embedded = await startEmbedded(options);
  const forget = endWithUs(cluster);
  const stop = async () => {
    await embedded.stop();
    forget();
  };
  return { ...embedded, stop };
}

/**
 * A reader at a pipe of ours ends the server when the pipe ends without a word, as it does when we
 * are killed. Windows has no such reader.
 */
function endWithUs(cluster: string): () => void {
  if (process.platform === 'win32') return () => {};
  const script = 'read -r word || kill -QUIT "$(head -n 1 "$0")"';
  const reader = spawn('sh', ['-c', script, join(cluster, 'postmaster.pid')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reader.on('error', () => {});
  reader.unref();
  (reader.stdin as Socket).unref();
  return () => reader.stdin.end('done\n');
}
