import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Violation = { from: string; to: string; rule: { name: string; severity: string } };
type Report = { summary: { totalCruised: number; violations: Violation[] } };

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['contract', 'engine', 'server', 'web', 'e2e', 'testkit', 'trials', 'tools'];
const rules: { name: string }[] = createRequire(import.meta.url)(
  '../.dependency-cruiser.cjs',
).forbidden;

/** Each rule with an import that breaks it, as importing file and imported path. */
const planted: [rule: string, from: string, to: string][] = [
  ['no-circular', 'server/src/users/egg.ts', './hen.ts'],
  ['no-unresolvable', 'server/src/users/lost.ts', './nowhere.ts'],
  ['contract-is-a-leaf', 'contract/src/heavy.ts', 'pg'],
  ['contract-is-a-leaf', 'contract/src/disk.ts', 'node:fs'],
  ['contract-is-a-leaf', 'contract/src/lucky.ts', '../../engine/src/crash-point.ts'],
  ['engine-is-a-leaf', 'engine/src/chance.ts', 'node:crypto'],
  ['engine-is-a-leaf', 'engine/src/stored.ts', '../../server/src/app.ts'],
  ['engine-is-a-leaf', 'engine/src/parsed.ts', 'zod'],
  ['web-and-server-meet-in-contract', 'web/src/lib/short-cut.ts', '../../../server/src/app.ts'],
  ['web-and-server-meet-in-contract', 'server/src/users/page.ts', '../../../web/src/main.tsx'],
  ['e2e-knows-only-contract-and-testkit', 'e2e/peek.ts', '../server/src/app.ts'],
  ['testkit-serves-everyone', 'testkit/src/tried.ts', '../../trials/bench/run.ts'],
  ['testkit-serves-everyone', 'testkit/src/borrowed.ts', '../../server/src/test/people.ts'],
  ['testkit-is-for-tests', 'server/src/users/staged.ts', '../../../testkit/src/node-process.ts'],
  ['testkit-is-for-tests', 'web/src/lib/asked.ts', '../../../testkit/src/node-process.ts'],
  ['nothing-imports-the-edges', 'server/src/users/measured.ts', '../../../trials/bench/run.ts'],
  ['verbs-know-no-http', 'server/src/users/reply.ts', 'fastify'],
  ['verbs-know-no-http', 'server/src/users/bound.ts', '../http/bind.ts'],
  ['verbs-know-no-http', 'server/src/users/shielded.ts', 'helmet'],
  ['routes-hold-no-sql', 'server/src/users/sql-routes.ts', 'kysely'],
  ['routes-hold-no-sql', 'server/src/users/raw-routes.ts', 'pg'],
  ['kernel-knows-nothing', 'server/src/kernel/curious.ts', '../db/database.ts'],
  ['db-knows-only-the-kernel', 'server/src/db/rich.ts', '../ledger/post.ts'],
  ['lists-know-only-kernel-and-db', 'server/src/lists/rich.ts', '../ledger/post.ts'],
  ['embedded-knows-only-kernel-and-db', 'server/src/embedded/rich.ts', '../ledger/post.ts'],
  ['backup-knows-only-the-database', 'server/src/backup/rich.ts', '../ledger/post.ts'],
  ['ledger-knows-only-kernel-lists-and-db', 'server/src/ledger/social.ts', '../users/users.ts'],
  ['only-app-mounts-routes', 'server/src/bets/sneaky.ts', '../users/user-routes.ts'],
  ['a-screen-imports-no-other-screen', 'web/src/screens/bets/copy.ts', '../users/users-screen.tsx'],
  ['shared-web-knows-no-screen', 'web/src/ui/button.ts', '../screens/users/users-screen.tsx'],
  ['web-order-lib', 'web/src/lib/pretty.ts', '../ui/card.tsx'],
  ['web-order-live', 'web/src/live/loud.ts', '../ui/card.tsx'],
  ['web-order-ui', 'web/src/ui/rows.ts', '../data-table/data-table.tsx'],
  ['web-order-screens', 'web/src/screens/users/routed.ts', '../../app/router.tsx'],
  ['no-test-in-production', 'server/src/users/fake.ts', '../test/people.ts'],
  ['no-test-in-production', 'server/src/users/borrowed.ts', './users.test.ts'],
];

/** The innocent files of the planted tree, with imports that every rule allows. */
const innocent: Record<string, string[]> = {
  'contract/src/money.ts': ['zod'],
  'engine/src/crash-point.ts': ['@noble/hashes/sha2.js', '../../contract/src/money.ts'],
  'engine/src/crash-point.test.ts': ['./crash-point.ts', 'node:crypto', './test/any-table.ts'],
  'engine/src/test/any-table.ts': ['fast-check'],
  'server/src/kernel/refusal.ts': [],
  'server/src/db/database.ts': ['kysely', 'pg', '../kernel/refusal.ts'],
  'server/src/ledger/post.ts': ['../db/database.ts'],
  'server/src/users/users.ts': ['../ledger/post.ts', '../../../contract/src/money.ts'],
  'server/src/users/hen.ts': ['./egg.ts'],
  'server/src/users/user-routes.ts': ['./users.ts', '../http/bind.ts'],
  'server/src/users/users.test.ts': [
    '../test/people.ts',
    '../http/bind.ts',
    '../../../testkit/src/node-process.ts',
  ],
  'server/src/http/bind.ts': ['fastify'],
  'server/src/test/people.ts': ['../app.ts'],
  'server/src/app.ts': ['./users/user-routes.ts', 'fastify'],
  'web/src/lib/api.ts': ['../../../contract/src/money.ts', '../../../engine/src/crash-point.ts'],
  'web/src/ui/card.tsx': ['../lib/api.ts'],
  'web/src/data-table/data-table.tsx': ['../ui/card.tsx'],
  'web/src/screens/users/users-screen.tsx': ['./name.ts', '../../data-table/data-table.tsx'],
  'web/src/screens/users/name.ts': [],
  'web/src/app/router.tsx': ['../screens/users/users-screen.tsx'],
  'web/src/main.tsx': ['./app/router.tsx'],
  'trials/bench/run.ts': ['../../server/src/app.ts', '../../testkit/src/node-process.ts'],
  'e2e/some.ts': ['../contract/src/money.ts', '../testkit/src/node-process.ts'],
  'testkit/src/node-process.ts': ['../../contract/src/money.ts', '../../server/src/app.ts'],
  'tools/some.ts': [],
};

/** No pace of a machine is tried here. */
const limitMs = 300_000;

let tree: string;
let report: Report;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'pitboss-imports-'));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [file, imports] of Object.entries(innocent)) plant(file, 'import', imports);
  for (const [, file, to] of planted) plant(file, 'import type', [to]);
  report = cruise(tree);
}, limitMs);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** The violations are mere type imports: the parser that sees those sees the others too. */
function plant(file: string, verb: 'import' | 'import type', imports: string[]): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  const lines = imports.map((to, i) => `${verb} * as a${i} from '${to}';`);
  writeFileSync(path, `${lines.join('\n')}\nexport const here = 1;\n`);
}

function cruise(folder: string): Report {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const args = [cruiser, '--config', config, '-T', 'json', ...folders];
  const said = execFileSync(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1e9,
  });
  return JSON.parse(said.toString());
}

describe('the import rules', () => {
  test.each(planted)('%s catches %s importing %s', (name, from) => {
    const caught = report.summary.violations.filter((one) => one.from === from);
    expect(caught.map((one) => one.rule.name)).toContain(name);
    expect(caught.every((one) => one.rule.severity === 'error')).toBe(true);
  });

  test('let the innocent files alone', () => {
    const guilty = new Set(report.summary.violations.map((one) => one.from));
    expect(Object.keys(innocent).filter((file) => guilty.has(file))).toEqual([]);
  });

  test('each have a planted violation', () => {
    const tried = new Set(planted.map(([name]) => name));
    expect(rules.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  test(
    'are applied to the real tree, which the parser can read',
    () => {
      expect(cruise(root).summary.totalCruised).toBeGreaterThan(50);
    },
    limitMs,
  );
});
