import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putInPlace } from './built.mjs';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-panel-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function folderWith(folder: string, name: string, words: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'index.html'), words);
  return path;
}

test('a panel is put in place whole, where there was none and where there was one', () => {
  const folder = makeFolder();
  const place = join(folder, 'dist');
  for (const words of ['first', 'second']) {
    putInPlace(folderWith(folder, '.dist-1', words), place);
    expect(readFileSync(join(place, 'index.html'), 'utf8')).toBe(words);
    expect(readdirSync(folder)).toEqual(['dist']);
  }
});

test('of two builds each puts its own in place, one after the other', () => {
  const folder = makeFolder();
  const place = join(folder, 'dist');
  const [one, other] = ['.dist-1', '.dist-2'].map((name) => folderWith(folder, name, name));
  putInPlace(String(one), place);
  putInPlace(String(other), place);
  expect(readFileSync(join(place, 'index.html'), 'utf8')).toBe('.dist-2');
  expect(existsSync(`${other}-before`)).toBe(false);
});

test('what cannot be put in place is said', () => {
  const folder = makeFolder();
  expect(() => putInPlace(join(folder, 'nothing'), join(folder, 'dist'))).toThrow(/ENOENT/);
});
