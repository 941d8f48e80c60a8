import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = 'last-backup.json';

/** Beside the database, so that somebody can be told how old the newest copy of it is. */
export function noteBackup(home: string, backup: { endedAt: string; folder: string }): void {
  writeFileSync(join(home, file), `${JSON.stringify(backup)}\n`, { mode: 0o600 });
}

/** The newest that was made of this database; it may have been moved or removed since. */
export function lastBackup(home: string): { at: Date; folder: string } | undefined {
  try {
    const { endedAt, folder } = JSON.parse(readFileSync(join(home, file), 'utf8'));
    return { at: new Date(endedAt), folder };
  } catch {
    return undefined;
  }
}
