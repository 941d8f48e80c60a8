import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { root } from './processes.mjs';

/** What is started by its name, from where it stands in `server/src/`. */
const programs = [
  'main',
  'admin/main',
  'backup',
  'books',
  'reset-demo',
  'restore',
  'seed',
  'treasury',
  'upgrade',
  'files/make-picture',
];

/** What keeps its place: the one tells where the checkout is, for the other tests put their own. */
const parts = ['kernel/checkout', 'auth/password-cost'];

/**
 * Packages with parts that are no JavaScript, and what a node reads long after its start, when
 * another build may stand in the place of its own: they are found beside us.
 */
const beside = ['sharp', 'pg-native', /^@zxcvbn-ts\//];

const folder = String(process.argv[2]);
const written = (path) => join(root, 'server', 'src', `${path}.ts`);

const chunkName = ({ name }) => (parts.includes(name) ? '[name].js' : `${sharedName(name)}.js`);
const sharedName = (name) => `shared/${name.split('~')[0]}-[hash]`;

// `node tools/bundle.mjs <folder>` puts the programs there, and beside them what they share.
const { output } = await build({
  cwd: root,
  input: Object.fromEntries(programs.map((path) => [path, written(path)])),
  platform: 'node',
  external: beside,
  output: {
    dir: folder,
    format: 'esm',
    codeSplitting: {
      groups: [
        ...parts.map((name) => ({ name, test: (id) => id === written(name) })),
        // Apart from ours, and for each program only those that it needs.
        { name: 'packages', test: /node_modules/, entriesAware: true },
      ],
    },
    chunkFileNames: chunkName,
    minifyInternalExports: false,
    // For traces (`kernel/written-trace.ts`); Node itself is not to read them.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  },
});
for (const { fileName } of output) {
  if (/^shared\/packages-.+\.map$/.test(fileName)) rmSync(join(folder, fileName));
}
