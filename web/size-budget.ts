import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest, Plugin } from 'vite';

interface Budget {
  name: string;
  /** What the address loads lazily, beside the entry. */
  screens: string[];
  limitKb: number;
}

const entry = 'index.html';

/** Fails the build when the first load of an address weighs more, gzipped, than it may. */
export function sizeBudget(budgets: Budget[]): Plugin {
  let outDir = '';
  return {
    name: 'size-budget',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: () => {
      const manifest: Manifest = JSON.parse(
        readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8'),
      );
      const weighed = budgets.map((budget) => ({
        ...budget,
        kb: weightKb(outDir, manifest, budget),
      }));
      for (const { name, kb, limitKb } of weighed) {
        console.log(`first load of ${name}: ${kb.toFixed(1)} kB of ${limitKb} kB gzip`);
      }
      const tooHeavy = weighed.filter(({ kb, limitKb }) => kb > limitKb);
      if (tooHeavy.length === 0) return;
      throw new Error(`over the size budget: ${tooHeavy.map(({ name }) => name).join(', ')}`);
    },
  };
}

function weightKb(outDir: string, manifest: Manifest, { screens }: Budget): number {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the size budget names ${key}, which is not in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of [entry, ...screens]) visit(key);
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(outDir, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
