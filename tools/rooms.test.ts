import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { circlesOfRooms, type Source } from './rooms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** All that ships; tests may look into every room. */
function shippedIn(top: string): Source[] {
  return readdirSync(`${root}/${top}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/src\/test\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
}

test.each(['server/src', 'web/src'])('the rooms of %s are read one way', (top) => {
  const sources = shippedIn(top);
  expect(sources.length).toBeGreaterThan(100);
  expect(circlesOfRooms(top, sources)).toEqual([]);
});

test('rooms that lead back to each other are found, by way of a third too', () => {
  const file = (path: string, ...named: string[]): Source => ({
    path: `web/src/${path}`,
    text: named.map((name) => `import { a } from '${name}';`).join('\n'),
  });
  const sources = [
    file('a/one.ts', '#src/b/one.ts', './two.ts'),
    file('b/one.ts', '../c/deep/one.ts'),
    file('c/deep/one.ts', '#src/lib.ts', '../../b/other.ts'),
    file('lib.ts'),
    file('c/two.ts', '../a/two.ts'),
    file('d/one.ts', '../a/one.ts', '../e.ts'),
    file('e.ts', './d/two.ts'),
  ];
  expect(circlesOfRooms('web/src', sources)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e.ts'],
  ]);
});
