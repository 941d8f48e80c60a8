import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
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
 * knows those of the others, in every process of a test and behind every proxy.
 */
export function startThrowAway(options: EmbeddedOptions): Promise<Embedded> {
  const { folder } = embeddedHome(options.dataDir);
  const password = randomBytes(24).toString('hex');
  for (const file of passwordFiles.filter((name) => name !== sharedFile)) {
    const path = join(folder, file);
    if (!existsSync(path)) writeFileSync(path, `${password}\n`, { mode: 0o600 });
  }
  return startEmbedded(options);
}
