import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../tools/processes.mjs';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { missingFrom, writeSbom } from './sbom.ts';
import type { Stage } from './stage.ts';

const secretlint = join(root, 'node_modules', 'secretlint', 'bin', 'secretlint.js');
const rules = join(root, '.secretlintrc.json');

/** What secretlint says of the files that git keeps; nothing where all is well. */
async function lint(cwd: string): Promise<{ isClean: boolean; output: string }> {
  const args = [secretlint, '--secretlintrc', rules, '--no-terminalLink', '**/*', '.*'];
  const { code, output } = await run(process.execPath, args, { cwd, limitMs: 120_000 });
  if (code !== 0 && code !== 1) throw new Error(`secretlint failed: ${output.slice(-500)}`);
  return { isClean: code === 0, output };
}

/** S22: no secret is in the repository, and every package is on the list. */
export async function secrets(_stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S22', 'secrets', options);
  const { isClean, output } = await lint(root);
  expectThat(row, isClean, `secretlint: ${output.trim()}`);
  const { sbom } = await writeSbom();
  const missing = await missingFrom(sbom);
  expectThat(row, missing.length === 0, `Not in the list of packages: ${missing.join(', ')}`);
  row.counts = { packages: sbom.components.length, missing: missing.length };
  row.explained.push('Advisories cannot be looked up here: npm audit must be run outside.');

  const folder = await mkdtemp(join(tmpdir(), 'pitboss-secret-'));
  try {
    // Put together only here, or it would be found in this file.
    const address = ['postgres://owner', 'Sw0rdf1sh-9921@db.internal.example/pitboss'].join(':');
    await writeFile(join(folder, 'settings.ts'), `const databaseUrl = '${address}';\n`);
    control(row, 'a password in a database address', !(await lint(folder)).isClean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const rest = sbom.components.filter(({ name }) => name !== 'fastify');
  const without = await missingFrom({ ...sbom, components: rest });
  const isNoticed = without.some((one) => one.startsWith('fastify@'));
  control(row, 'a list without the web server', isNoticed);
  return [row];
}
