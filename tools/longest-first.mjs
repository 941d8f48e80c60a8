import { BaseSequencer } from 'vitest/node';

/**
 * Files of the server's suite that take longest, or wait longest for a clock: begun first, none of
 * them is left to run alone at the end. Vitest itself knows how long a file takes only where it has
 * run before, and elsewhere goes by its size.
 */
export const longest = [
  'server/src/test/faults.test.ts',
  'server/src/test/one-order.test.ts',
  'server/src/backup/restore.test.ts',
  'server/src/cash-requests/cash-requests.property.test.ts',
  'server/src/test/permission-matrix.test.ts',
  'server/src/test/fuzz.test.ts',
  'server/src/demo/seed-demo.test.ts',
  'server/src/backup/backup.test.ts',
  'server/src/test/database-away.test.ts',
  'server/src/rounds/engine-kill.test.ts',
  'server/src/rounds/rounds.property.test.ts',
  'server/src/admin/rotate-database-passwords.test.ts',
  'server/src/rounds/engine.test.ts',
  'server/src/reset-demo.test.ts',
  'server/src/admin/remove-demo.test.ts',
  'server/src/admin/doctor.test.ts',
  'server/src/reports/rollups.test.ts',
  'server/src/test/permission-objects.test.ts',
  'server/src/admin/move-to.test.ts',
  'server/src/test/rolling-restart.test.ts',
  'server/src/test/without-npm.test.ts',
  'server/src/metrics/metrics.test.ts',
  'server/src/http/readiness.test.ts',
];

export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** @param {import('vitest/node').TestSpecification} file */
function rankOf({ moduleId }) {
  const rank = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
  return rank === -1 ? longest.length : rank;
}
