/// <reference path="./subset-font.d.ts" />
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../node_modules/.pitboss-font', import.meta.url));

/** From plain to the boldest that any style sheet asks for. */
const weights = { min: 400, max: 700 };

/** Pairs, marks and what stands beside what; figures of one width, which all of ours are. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'calt', 'tnum'];

/**
 * The typeface without what no page draws of it, as `small-font/inter.woff2`: lighter and heavier
 * weights, fractions, small figures and other forms of letters are two fifths of it.
 */
export function smallFont(): Plugin {
  return {
    name: 'small-font',
    config: async () => {
      await makeFont();
      return { resolve: { alias: { 'small-font': folder } } };
    },
  };
}

/** Put in place whole: another build may be reading it. */
async function makeFont(): Promise<void> {
  const whole = readFileSync(
    resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  );
  const small = await subsetFont(whole, lettersOf('latin'), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  });
  mkdirSync(folder, { recursive: true });
  const made = join(folder, `inter-${process.pid}.woff2`);
  writeFileSync(made, small);
  renameSync(made, join(folder, 'inter.woff2'));
}

/** All that the package's file is for, from a list such as "U+0000-00FF,U+0131". */
function lettersOf(part: 'latin'): string {
  const lists = JSON.parse(
    readFileSync(resolve('@fontsource-variable/inter/unicode.json'), 'utf8'),
  ) as Record<string, string>;
  const ranges = (lists[part] ?? '').split(',').map((range) => range.slice(2).split('-'));
  return ranges
    .flatMap(([from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      const count = Number.parseInt(to, 16) - first + 1;
      return Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}
