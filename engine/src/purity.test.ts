import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url);
const sources = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));

/** What would make a round differ from one place or moment to the next. */
const surroundings =
  /\b(Math\.random|Date|performance|process|Buffer|globalThis|window|document|crypto|fetch)\b/;

test('there are sources to look at', () => {
  expect(sources).toContain('crash-point.ts');
});

test.each(sources)('%s knows no clock, no chance and no machine', (name) => {
  expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(surroundings);
});
