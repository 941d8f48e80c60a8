import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { filesOf, moduleAt, screensByAddress } from './first-load.ts';

/** What the shell asks for by itself as soon as it stands. */
const afterwards = [moduleAt('src/live/follow-live.ts')];

/** What a screen asks for as soon as it has figures to draw. */
const drawing = moduleAt('src/charts/time-chart.tsx');
const withCharts = ['/dashboard', '/reports'];
/** The typeface, which no packing makes smaller. */
const fontKb = 29;

/** Fails the build when the first load of an address weighs more kB, gzipped, than it may. */
export function sizeBudget(limits: Record<string, number>): Plugin {
  return {
    name: 'size-budget',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const screens = await screensByAddress(this);
      const tooHeavy = Object.entries(limits).filter(([address, limitKb]) => {
        const { entry, lazy } = filesOf(bundle, [
          ...(screens.get(address) ?? []),
          ...(address === '/login' ? [] : afterwards),
          ...(withCharts.includes(address) ? [drawing] : []),
        ]);
        const bytes = [...entry, ...lazy].map((file) => gzipSync(readFileSync(join(dir, file))));
        const kb = bytes.reduce((sum, { length }) => sum + length, 0) / 1000;
        console.log(`first load of ${address}: ${kb.toFixed(1)} kB of ${limitKb} kB gzip`);
        return kb > limitKb;
      });
      const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
      for (const file of fonts) {
        const kb = readFileSync(join(dir, file)).length / 1000;
        console.log(`typeface: ${kb.toFixed(1)} kB of ${fontKb} kB`);
        if (kb > fontKb) throw new Error(`over the size budget: ${file}`);
      }
      if (tooHeavy.length === 0) return;
      throw new Error(`over the size budget: ${tooHeavy.map(([address]) => address).join(', ')}`);
    },
  };
}
