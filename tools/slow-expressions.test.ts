import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { slowExpressions } from './slow-expressions.mjs';

const served = 'server/src/http/a.ts';

test.each([
  // It once let one anonymous request stop a node for half a minute.
  ['two repeats that share characters', String.raw`text.replace(/(\.\d*?)0+$/, '$1')`],
  ['two repeats with nothing between them', String.raw`/^\s*\w*\s*$|^a*a*b/.test(text)`],
  ['a repeat inside a repeat', '/^(a+)+$/.test(text)'],
  ['a repeat that begins anywhere', String.raw`text.replace(/\s+$/, '')`],
  ['one that is made of text', String.raw`new RegExp('\\d*\\d*$')`],
  ['one that is made by a call', String.raw`RegExp('\\s+$', 'u')`],
  ['one that is put together', 'new RegExp(`^$' + '{name}$`)'],
])('%s is found by its line', (_what, expression) => {
  const text = `const text: string = 'ä';\n\nexport const slow = ${expression};\n`;
  const found = slowExpressions(served, text);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^server\/src\/http\/a\.ts:3 /);
});

test.each([
  ['server/src/a.ts', String.raw`/^[1-9]\d{0,17}$/.test(text)`],
  ['server/src/a.ts', String.raw`/^\/api\/(\w+)\/\d+$/u.exec(text)`],
  ['web/src/a.tsx', String.raw`<p>{text.replace(/\d{3}/g, ',')}</p>`],
  ['server/src/a.ts', `'/(a+)+$/' // /(a+)+$/`],
  ['server/src/a.test.ts', 'new RegExp(name)'],
  ['web/src/test/a.ts', 'new RegExp(name)'],
  ['tools/a.mjs', 'new RegExp(name)'],
])('in %s there is nothing slow about %s', (path, expression) => {
  expect(slowExpressions(path, `export const quick = ${expression};\n`)).toEqual([]);
});

test('a source that cannot be read has not passed', () => {
  expect(slowExpressions(served, 'const = ;')).toEqual([expect.stringMatching(/cannot be read/)]);
});

test('the check that every change runs fails on a planted one and names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-expressions-'));
  try {
    mkdirSync(join(folder, 'server/src'), { recursive: true });
    writeFileSync(join(folder, 'server/src/good.ts'), 'export const good = /^a$/;\n');
    const check = fileURLToPath(new URL('check-expressions.mjs', import.meta.url));
    const run = () => spawnSync(process.execPath, [check, folder], { encoding: 'utf8' });
    expect(run()).toMatchObject({ status: 0, stdout: '' });
    writeFileSync(join(folder, 'server/src/bad.ts'), '\nexport const bad = /(x+)+y/;\n');
    expect(run()).toMatchObject({
      status: 1,
      stdout: 'server/src/bad.ts:2 /(x+)+y/ repeats what repeats itself\n',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
