import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type SourceFile, tidyRules } from './tidy-rules.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The same folders as in .gitignore, so that this runs on a copy without a repository too. */
const ignored = /^(\.git|\.cache|node_modules|dist|data|coverage|test-results|playwright-report)$/;

function filesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ignored.test(entry.name) ? [] : filesIn(path);
    if (!entry.isFile() || entry.name.endsWith('.log')) return [];
    return [{ path, text: readFileSync(path, 'utf8') }];
  });
}

function offencesOf(name: string, files: SourceFile[]): string[] {
  const rule = tidyRules.find((one) => one.name === name);
  const concerned = files.filter((file) => rule?.appliesTo(file.path));
  return concerned.flatMap((file) =>
    (rule?.offences(file) ?? []).map((offence) => `${file.path}: ${offence}`),
  );
}

const files = filesIn('.');
const names = tidyRules.map((rule) => rule.name);

/** For each rule a file that breaks it and one that does not. */
const examples: Record<string, [bad: [string, string], good: [string, string]][]> = {
  'a file is short enough to read in one go': [
    [
      ['web/src/ui/card.tsx', 'x\n'.repeat(251)],
      ['web/src/ui/card.test.tsx', 'x\n'.repeat(400)],
    ],
    [
      ['server/src/ledger/post.ts', 'x\n'.repeat(351)],
      ['server/src/ledger/a.ts', 'x\n'.repeat(350)],
    ],
    // A table counts as one line.
    [
      ['a.ts', `${'x;\n'.repeat(250)}export const a = [${'\n1,'.repeat(99)}];`],
      ['a.ts', `${'x;\n'.repeat(249)}export const a = [${'\n1,'.repeat(99)}];`],
    ],
    [
      ['a.ts', `${'x;\n'.repeat(249)}const a = {${'\nb: 1,'.repeat(9)}\nc: () => 1 };`],
      ['a.ts', `${'x;\n'.repeat(249)}const a = {${'\nb: c(1),'.repeat(9)}\n} as const;`],
    ],
    [
      ['a.ts', `const f = () => {\nconst a = [${'\n1,'.repeat(250)}];\n};`],
      ['a.ts', `const f = () => {\n};\nconst a = [${'\n1,'.repeat(250)}];`],
    ],
    [
      ['a.ts', `${'x;\n'.repeat(249)}let a = [\n1];`],
      ['a.ts', `${'x;\n'.repeat(249)}const a = ([\n1]) satisfies B;`],
    ],
    [
      ['a.ts', `${'x;\n'.repeat(249)}const a = f([\n1]);`],
      ['a.ts', `${'x;\n'.repeat(249)}const a = [[\n1]];`],
    ],
  ],
  'what is built does not ask where it stands': [
    [
      ['server/src/http/panel.ts', "new URL('../', import.meta.url)"],
      ['server/src/kernel/checkout.ts', "new URL('../', import.meta.url)"],
    ],
  ],
  'what is out of date is read again in one way': [
    [
      ['web/src/a.ts', "client.invalidateQueries({ queryKey: ['a'] });"],
      ['web/src/lib/refresh.ts', "client.invalidateQueries({ queryKey: ['a'] });"],
    ],
  ],
  'what is drawn comes with its style': [
    [
      ['web/src/a.tsx', "import '@mantine/core/styles/Switch.layer.css';"],
      ['web/src/ui/switch.ts', "import '@mantine/core/styles/Switch.layer.css';"],
    ],
    [
      ['web/src/a.tsx', "import { Switch, Text } from '@mantine/core';"],
      ['web/src/a.tsx', "import { Text } from '@mantine/core';"],
    ],
  ],
  'no test depends on the pace of the machine': [
    [
      ['a.test.ts', "test('a', async () => {\n  b();\n}, 5_000);\n"],
      ['a.test.ts', "test('a', async () => {\n  b({ c: 5_000 });\n});\n"],
    ],
    [
      ['a.test.ts', "test(\n  'a',\n  async () => {\n    b();\n  },\n  30_000,\n);\n"],
      ['a.test.ts', "test(\n  'a',\n  async () => {\n    b();\n  },\n  modelMs,\n);\n"],
    ],
    [
      ['a.spec.ts', '  test.setTimeout(120_000);\n'],
      ['a.spec.ts', '  test.setTimeout(lists.length * 60_000);\n'],
    ],
    [
      ['a.test.ts', 'expect(performance.now() - askedAt).toBeLessThan(5_000);\n'],
      ['a.test.ts', 'expect(performance.now() - toldAt).toBeGreaterThan(5_000);\n'],
    ],
  ],
  'no literal is spread into another': [
    [
      ['a.ts', 'f({ a, ...{ b, c } });'],
      ['a.ts', 'f({ a, ...b, ...(c ? { d } : {}), ...(e && { e }) });'],
    ],
    [
      ['a.ts', "const a = [...b, ...(['c', 'd'] as const)];"],
      ['a.ts', "const a = [...b, ...(c ? ['d'] : [])];"],
    ],
    [
      ['a.mjs', 'const a = [...[[1, 2], [3]].flat()];'],
      ['a.mjs', 'const a = [...[1, 2].map(f), ...new Set([1, 2])];'],
    ],
    [
      ['a.tsx', 'const a = <B {...{ c, d }} />;'],
      ['a.tsx', 'const a = <B {...c} d="...[" />; // ...{ e }'],
    ],
    [
      ['a.ts', 'f(...[a, b]);'],
      ['a.ts', 'const { a, ...rest } = b; f(...(rest ?? []));'],
    ],
  ],
  'a line has at most 100 columns': [
    [
      ['server/migrations/0001-users.sql', 'x'.repeat(101)],
      ['docs/a.md', 'x'.repeat(101)],
    ],
  ],
  'names are in kebab-case': [
    [
      ['web/src/ui/StatusSelect.tsx', ''],
      ['server/migrations/0001-users.sql', ''],
    ],
    [
      ['web/src/dataTable/a.ts', ''],
      ['.dependency-cruiser.cjs', ''],
    ],
    [
      ['server/migrations/0031_users.sql', ''],
      ['server/sql/bets/place_bet.sql', ''],
    ],
  ],
  'a file in server/sql holds the function that it is called by, in at most 70 lines': [
    [
      ['server/sql/bets/place_bet.sql', 'create or replace function place_bets('],
      ['server/sql/bets/place_bet.sql', 'create or replace function place_bet('],
    ],
    [
      ['server/sql/a/b.sql', `create or replace function b(${'\nx'.repeat(70)}`],
      ['server/sql/a/b.sql', `create or replace function b(${'\nx'.repeat(69)}`],
    ],
  ],
  'migrations make no functions': [
    [
      ['server/migrations/0031-users.sql', 'create or replace function a()'],
      ['server/migrations/0016-bets.sql', 'create function a()'],
    ],
  ],
  'a name says what is inside': [
    [
      ['server/src/common/money.ts', ''],
      ['web/src/data-table/data-table.tsx', ''],
    ],
    [
      ['web/src/lib/date-utils.ts', ''],
      ['web/src/lib/dates.ts', ''],
    ],
  ],
  'nothing is put off in a comment': [
    [
      ['a.ts', '// TODO later'],
      ['b.ts', '// A todo list.'],
    ],
  ],
  'no test is left out': [
    [
      ['a.test.ts', "test.skip('x')"],
      ['b.test.ts', "test.runIf(x)('x')"],
    ],
  ],
  'a test says which error it expects': [
    [
      ['a.test.ts', 'await expect(post()).rejects.toThrow();'],
      ['a.test.ts', "await expect(post()).rejects.toThrow('append-only');"],
    ],
    [
      ['a.test.ts', 'expect(post).toThrow(Error);'],
      ['a.test.ts', 'expect(post).not.toThrow();'],
    ],
  ],
  'every export has a name': [
    [
      ['a.ts', 'export default function a() {}'],
      ['vite.config.ts', 'export default {};'],
    ],
  ],
  'no file only hands on others': [
    [
      ['web/src/ui/index.ts', ''],
      ['web/index.html', ''],
    ],
    [
      ['web/src/ui/all.ts', "export * from './a.ts';"],
      ['b.ts', 'export const a = 1;'],
    ],
  ],
  'only the ledger writes money': [
    [
      ['server/src/bets/a.ts', 'sql`insert\n into accounts`'],
      ['server/src/ledger/a.ts', 'insert into entries'],
    ],
    [
      ['server/src/bets/a.ts', 'update accounts a set x = 1'],
      ['server/src/bets/b.ts', '// We update accounts.'],
    ],
    [
      ['deploy/cluster/a.sql', 'delete from entries where id = 1'],
      ['deploy/retention/a.sql', 'delete from entries where id = 1'],
    ],
    [
      ['trials/bench/a.sql', 'insert into entries select 1'],
      ['trials/bench/fill/a.sql', 'insert into entries select 1'],
    ],
    [
      ['server/src/test/a.sql', 'insert into entries select 1'],
      ['server/src/test/first-release/a.sql', 'insert into entries select 1'],
    ],
    [
      ['server/src/demo/a.ts', "db.deleteFrom('transfers')"],
      ['server/src/demo/b.ts', "selectFrom('transfers')"],
    ],
  ],
  'documents cite only what exists': [
    [
      ['README.md', '[x](docs/gone-away.md)'],
      ['README.md', '[x](package.json#top) [y](https://z)'],
    ],
    [
      ['docs/a.md', 'See `server/src/gone-away.ts`.'],
      ['docs/a.md', '`tools/<name>.mjs` `npm/x`'],
    ],
  ],
  'code cites only what is in the repository': [
    [
      ['web/src/ui/a.ts', '/** Spec \u00a79: green. */'],
      ['web/src/ui/a.ts', '/** docs/panel.md, Amounts: green. */'],
    ],
    [
      ['server/sql/users/a.sql', '-- As the specification says.'],
      ['server/sql/users/a.sql', '-- See docs/ledger.md, which says why.'],
    ],
    [
      ['web/src/ui/a.ts', '// docs/panel.md, Nowhere'],
      ['docs/a.md', 'the specification of PDF'],
    ],
    [
      ['web/src/ui/a.css', '/* docs/missing.md */'],
      ['web/src/ui/a.css', '/* docs/panel.md, Deposit/Withdraw. */'],
    ],
  ],
  'no path of one machine': [
    [
      ['a.ts', "const a = '/home/ann/x'"],
      ['a.ts', "const a = '/homes'; // a/work/b"],
    ],
  ],
  'a suppressed warning says why': [
    [
      ['a.ts', '// biome-ignore lint/a/b:'],
      ['a.ts', '// biome-ignore lint/a/b: the wire has it'],
    ],
    [
      ['a.ts', '// @ts-expect-error'],
      ['a.ts', '// @ts-expect-error the types lag behind'],
    ],
  ],
};

describe('the whole tree is tidy', () => {
  test.each(names)('%s', (name) => {
    expect(files.length).toBeGreaterThan(20);
    expect(offencesOf(name, files)).toEqual([]);
  });
});

describe('a tidy rule tells good from bad', () => {
  test.each(names)('%s', (name) => {
    expect(examples[name]).toBeDefined();
    for (const [[badPath, bad], [goodPath, good]] of examples[name] ?? []) {
      expect(offencesOf(name, [{ path: badPath, text: bad }])).toHaveLength(1);
      expect(offencesOf(name, [{ path: goodPath, text: good }])).toEqual([]);
    }
  });
});
