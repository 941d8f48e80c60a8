import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longest } from './longest-first.mjs';
import { root } from './processes.mjs';

test('every file that is begun first is there', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(longest.length).toBeGreaterThan(10);
});
