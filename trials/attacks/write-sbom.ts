import { missingFrom, writeSbom } from './sbom.ts';

const { path, sbom } = await writeSbom();
const missing = await missingFrom(sbom);
process.stdout.write(`${sbom.components.length} packages in ${path}\n`);
if (missing.length > 0) {
  process.stderr.write(`Missing: ${missing.join(', ')}\n`);
  process.exitCode = 1;
}
