import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ourFolder, programOf } from '@pitboss/testkit/program-of';

type Parts = typeof import('@pitboss/server/auth/sessions') &
  typeof import('@pitboss/server/config') &
  typeof import('@pitboss/server/db/database') &
  typeof import('@pitboss/server/db/migrate') &
  typeof import('@pitboss/server/db/transaction') &
  typeof import('@pitboss/server/audit/seal-records') &
  typeof import('@pitboss/server/bets/place-bets') &
  typeof import('@pitboss/server/demo/fill-bets') &
  typeof import('@pitboss/server/ledger/audit-books') &
  typeof import('@pitboss/server/ledger/issue') &
  typeof import('@pitboss/server/multipliers/publish-draft') &
  typeof import('@pitboss/server/reports/audit-rollups') &
  typeof import('@pitboss/server/rounds/round-steps') &
  typeof import('@pitboss/server/rounds/open-round') &
  typeof import('@pitboss/server/service-keys/service-keys') &
  typeof import('@pitboss/server/users/act-as') &
  typeof import('@pitboss/server/users/add-super') &
  typeof import('@pitboss/server/users/add-user');

const files = [
  'auth/sessions',
  'config',
  'db/database',
  'db/migrate',
  'db/transaction',
  'audit/seal-records',
  'bets/place-bets',
  'demo/fill-bets',
  'ledger/audit-books',
  'ledger/issue',
  'multipliers/publish-draft',
  'reports/audit-rollups',
  'rounds/round-steps',
  'rounds/open-round',
  'service-keys/service-keys',
  'users/act-as',
  'users/add-super',
  'users/add-user',
];

/** Files that a release from before their renaming holds under another name. */
const formerNames: Record<string, string> = { 'rounds/round-steps': 'rounds/end-round' };

/** The code of a checkout: its own functions make and fill its database, its own node serves it. */
export interface Release extends Parts {
  /** Behind a figure's name: nothing for this release, the folder's name for another. */
  suffix: string;
  isOurs: boolean;
  folder: string;
  /** What its node is started by. */
  main: string;
}

/** This release, or the one in another folder with its packages installed. */
export async function openRelease(wanted = ourFolder): Promise<Release> {
  const isOurs = resolve(wanted) === resolve(ourFolder);
  const folder = isOurs ? ourFolder : resolve(wanted);
  const sourceOf = (file: string) => join(folder, 'server', 'src', file);
  const parts = await Promise.all(
    files
      .map((file) => [file, formerNames[file] ?? file].map((name) => sourceOf(`${name}.ts`)))
      .map((paths) => import(pathToFileURL(paths.find(existsSync) ?? '').href)),
  );
  const main = programOf('main', folder);
  const suffix = isOurs ? '' : ` (${basename(folder)})`;
  return { ...(Object.assign({}, ...parts) as Parts), suffix, isOurs, folder, main };
}
