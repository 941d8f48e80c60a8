import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { bringToRelease } from './db/bring-to-release.ts';
import { type Addresses, checkRoles } from './db/check-roles.ts';
import type { Db } from './db/database.ts';
import { isOutage } from './db/database-errors.ts';
import { prepareAccounts } from './first-accounts.ts';
import { followLimit } from './multipliers/publish-draft.ts';
import { getMultiplierTable, inPlayProblem } from './multipliers/tables.ts';

interface Start {
  db: Db;
  addresses: Addresses;
  /** The database is ours, and so are its roles. */
  isEmbedded: boolean;
  config: Config;
  log: Logger;
  say: (line: string) => void;
  stopping: AbortSignal;
}

/**
 * Makes sure that we are whom we should be, brings the database to this release, and sees to it
 * that somebody can sign in. A database that is away is waited for.
 */
export async function prepare(start: Start): Promise<void> {
  const { db, addresses, config, log, say, stopping } = start;
  const told = new Set<string>();
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    try {
      const weaknesses = start.isEmbedded ? [] : await checkRoles(addresses);
      for (const { says } of weaknesses.filter((one) => !told.has(one.says))) {
        log.warn(says);
        told.add(says);
      }
      await bringToRelease(addresses, say);
      await prepareTable(db, config.rtp, log);
      await prepareAccounts(db, config, { say, warn: (line) => log.warn(line) }, stopping);
      return;
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (stopping.aborted) return;
      log.warn({ err: error }, 'the database cannot be reached; trying again');
      await sleep(pauseMs);
    }
  }
}

/** The built-in table follows its limit; what else breaks a rule is told, and not drawn from. */
async function prepareTable(db: Db, rtp: Config['rtp'], log: Logger): Promise<void> {
  const version = await followLimit(db, rtp);
  if (version) log.info(`version ${version} of the multiplier table is the built-in one`);
  const problem = inPlayProblem(await getMultiplierTable(db), rtp);
  if (problem) log.error(problem);
}
