import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const handbook = readFileSync(join(source, '../../docs/operating.md'), 'utf8');

/** What a line of the log says is a text at the end of a call that writes one. */
const call = String.raw`\blog(?:\.(?:info|warn|error|fatal)|\[[^\]]{1,60}\])\(`;
const fields = String.raw`(?:[^;]{0,300}?,\s{0,12})?`;
const text = String.raw`'([^'\n]{3,80})',?\s{0,12}\)`;
const calls = [new RegExp(`${call}${fields}${text}`, 'g'), /\bwarnOf\('([^'\n]{3,80})'\)/g];

function linesIn(file: string): string[] {
  return calls.flatMap((kind) => [...file.matchAll(kind)].map(([, said = '']) => said));
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('test'))
  .map((file) => readFileSync(join(source, file), 'utf8'));

test('the handbook has each kind of line that a node logs', () => {
  const lines = [...new Set(files.flatMap(linesIn))];
  for (const known of [
    'request',
    'request failed',
    'not ready',
    'sealing the record',
    'stopping',
  ]) {
    expect(lines).toContain(known);
  }
  expect(lines.filter((line) => !handbook.includes(`\`${line}\``))).toEqual([]);
});
