import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Budget {
  name: string;
  /** What the address loads lazily, beside the entry. */
  screens: string[];
  limitKb: number;
}

type Bundle = Rolldown.OutputBundle;

/** Fails the build when the first load of an address weighs more, gzipped, than it may. */
export function sizeBudget(budgets: Budget[]): Plugin {
  return {
    name: 'size-budget',
    apply: 'build',
    writeBundle: ({ dir = '' }, bundle) => {
      const weighed = budgets.map((budget) => ({ ...budget, kb: weightKb(dir, bundle, budget) }));
      for (const { name, kb, limitKb } of weighed) {
        console.log(`first load of ${name}: ${kb.toFixed(1)} kB of ${limitKb} kB gzip`);
      }
      const tooHeavy = weighed.filter(({ kb, limitKb }) => kb > limitKb);
      if (tooHeavy.length === 0) return;
      throw new Error(`over the size budget: ${tooHeavy.map(({ name }) => name).join(', ')}`);
    },
  };
}

function weightKb(dir: string, bundle: Bundle, { screens }: Budget): number {
  const files = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || files.has(file)) return;
    files.add(file);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName);
  }
  for (const screen of screens) visit(chunkWith(bundle, screen));
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(dir, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** The chunk that a screen is in, alone or grouped with others. */
function chunkWith(bundle: Bundle, screen: string): string {
  const found = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(`/${screen}`)),
  );
  if (!found) throw new Error(`the size budget names ${screen}, which is not in the build`);
  return found.fileName;
}
