import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/processes.mjs';
import { must } from '../debian/make-debian.ts';

const name = 'pitboss.git';
const somebody = ['-c', 'user.name=Trial', '-c', 'user.email=trial@pitboss.example'];

/** A repository to clone from, with what is in this checkout: also what is not committed yet. */
export async function makeRepository(folder: string): Promise<void> {
  await must('git', ['init', '--quiet', '--bare', '-b', 'main', join(folder, name)]);
  await bringToDate(folder);
}

/** Puts what is in this checkout now in its place. */
export async function bringToDate(folder: string): Promise<void> {
  const own = ['-C', root];
  const changed = (await must('git', [...own, ...somebody, 'stash', 'create'])).trim();
  const to = `${changed || 'HEAD'}:refs/heads/main`;
  await must('git', [...own, 'push', '--quiet', '--force', join(folder, name), to]);
}

/** The same with one more migration, as the next release might have it. */
export async function addRelease(folder: string): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'pitboss-release-'));
  try {
    await must('git', ['clone', '--quiet', join(folder, name), draft]);
    const migrations = join(draft, 'server', 'migrations');
    const numbers = readdirSync(migrations).map((file) => Number.parseInt(file, 10) || 0);
    const number = String(Math.max(...numbers) + 1).padStart(4, '0');
    const comment = "comment on table rounds is 'Of the next release.';";
    const text = `-- Rounds say of which release they are.\n${comment}\n`;
    writeFileSync(join(migrations, `${number}-next.sql`), text);
    await must('git', ['-C', draft, 'add', '.']);
    await must('git', ['-C', draft, ...somebody, 'commit', '--quiet', '-m', 'feat: next']);
    await must('git', ['-C', draft, 'push', '--quiet', 'origin', 'main']);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
