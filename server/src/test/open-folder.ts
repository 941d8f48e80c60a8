import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for data of a test, which the account that runs PostgreSQL may enter. Where only root
 * may, the database would be made elsewhere, and stay there when the folder is removed.
 */
export async function openFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}
