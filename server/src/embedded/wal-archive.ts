import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedHome } from './home.ts';
import { mayEnter, permits } from './user.ts';

/**
 * What makes PostgreSQL keep every file of its log in a folder of its own below the archive. The
 * names repeat from one database to another, so the folder is called by the database's identifier.
 */
export function archiveSettings(
  archive: string | undefined,
  home: EmbeddedHome,
): Record<string, string> {
  if (archive === undefined) return {};
  const folder = join(archive, systemIdentifier(home.cluster));
  prepare(archive, folder, home);
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: archiveCommand(folder, process.platform),
  };
}

/** Whether the server that runs on the cluster was started with these settings. */
export function isStartedWith(cluster: string, settings: Record<string, string>): boolean {
  const path = join(cluster, 'postmaster.opts');
  const line = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Object.entries(settings).every(([name, value]) => line.includes(`${name}=${value}`));
}

/** The first eight bytes of the control file, in the order of the machine that wrote it. */
function systemIdentifier(cluster: string): string {
  const control = readFileSync(join(cluster, 'global', 'pg_control'));
  return control.readBigUInt64LE(0).toString();
}

function prepare(archive: string, folder: string, { user }: EmbeddedHome): void {
  mkdirSync(archive, { recursive: true, mode: user ? 0o711 : 0o700 });
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew && user) chownSync(folder, user.uid, user.gid);
  if (mayEnter(folder, user) && permits(folder, user, 7)) return;
  throw new Error(
    `The account that runs the database may not write into ${folder}: ` +
      'set BACKUP_ARCHIVE to a folder that it may enter.',
  );
}

/**
 * A file is in the archive when it stands there whole, under its name and on the disk. One that is
 * there already must be the same: PostgreSQL asks again when it did not hear our answer.
 */
export function archiveCommand(folder: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const target = `${folder.replaceAll('%', '%%')}\\%f`;
    return (
      `if exist "${target}" (fc /b "%p" "${target}" > nul) else ` +
      `(copy /b "%p" "${target}.part" > nul && move /y "${target}.part" "${target}" > nul)`
    );
  }
  const quoted = `'${folder.replaceAll('%', '%%').replaceAll("'", "'\\''")}'`;
  return (
    `cd ${quoted} && if [ -f %f.gz ]; then gzip -dc %f.gz | cmp -s - "$OLDPWD/%p"; else ` +
    'gzip -1 -n -c "$OLDPWD/%p" > %f.gz.part && sync %f.gz.part && ' +
    'mv %f.gz.part %f.gz && sync .; fi'
  );
}
