import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Trouble } from '@pitboss/contract/notification';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/database.ts';
import type { Replica } from '../db/replica.ts';
import { type Imbalance, watchImbalance } from '../ledger/imbalance.ts';
import { type Lag, lookAtPlatform, lookAtReplica, type Seen } from './look-at-platform.ts';

/** However many ask, the database is looked at so often. */
const usualMs = 5_000;
/** A replica that does not answer in time is as good as away. */
const replicaMs = 2_000;

export interface Sources {
  db: Db;
  replica: Replica | undefined;
  /** Places on disks by what lies there. */
  places: Record<string, string>;
  /** How old figures may be; for tests, which cannot wait. */
  everyMs?: number;
}

type Labels = Record<string, string>;
type Tell = (name: keyof typeof figures, value: number, labels?: Labels) => void;

const figures = {
  database_up: 'Whether the database answered; where it did not, its figures are missing.',
  database_bytes: 'How large the database is.',
  rounds_running: 'Rounds that are betting or flying.',
  round_age_seconds: 'How long the oldest running round has been in its state; none: 0.',
  round_last_step_seconds: 'How long ago any round last went on.',
  maintenance: 'Whether maintenance is on.',
  bets_set_aside: 'Bets of ended rounds that could not be settled.',
  seal_lag_seconds: 'How long the oldest row waits for its seal.',
  statement_fold_lag_seconds: 'How long the oldest entry waits for the sums of statements.',
  standby_active: 'Whether a standby is connected to the slot.',
  standby_lag_bytes: 'How much of the log the slot keeps for its standby.',
  replica_usable: 'Whether lists are read from the replica.',
  replica_lag_bytes: 'How far the replica for lists is behind.',
  replica_lag_seconds: 'How old the newest change is that the replica for lists has.',
  archive_failing: 'Whether the last file of the log could not be archived.',
  archive_age_seconds: 'How long ago a file of the log was last archived.',
  disk_free_bytes: 'How much is free for us where this lies.',
  disk_size_bytes: 'How large the disk is where this lies.',
  ledger_imbalance_minor: 'What the accounts of a currency add up to: anything but 0 is a fault.',
  trouble: 'What the bell calls SUPER for, as of its last look.',
} as const;

const labelsOf: Partial<Record<keyof typeof figures, string[]>> = {
  rounds_running: ['source', 'state'],
  round_age_seconds: ['source'],
  seal_lag_seconds: ['record'],
  standby_active: ['slot'],
  standby_lag_bytes: ['slot'],
  disk_free_bytes: ['place'],
  disk_size_bytes: ['place'],
  ledger_imbalance_minor: ['currency'],
  trouble: ['kind'],
};

/**
 * What the database and the disks tell, looked at when somebody asks and the last look is older
 * than some seconds. Answers with how to bring the figures up to now.
 */
export function keepPlatformFigures(registry: Registry, sources: Sources): () => Promise<void> {
  const gauges = Object.fromEntries(
    Object.entries(figures).map(([name, help]) => [
      name,
      new Gauge({
        name: `pitboss_${name}`,
        help,
        labelNames: labelsOf[name as keyof typeof figures] ?? [],
        registers: [registry],
      }),
    ]),
  );
  const { everyMs = usualMs } = sources;
  const findImbalance = watchImbalance(sources.everyMs);
  const tell: Tell = (name, value, labels = {}) => gauges[name]?.set(labels, value);

  async function look(): Promise<void> {
    const [disks, seen] = await Promise.all([
      lookAtDisks(sources.places),
      lookAtDatabase(sources, findImbalance),
    ]);
    // What was there before and is not now must not be told on.
    for (const [name, gauge] of Object.entries(gauges)) {
      gauge.reset();
      // One without labels is 0 after that, which would be told.
      if (!(name in labelsOf)) gauge.remove();
    }
    for (const { place, freeBytes, sizeBytes } of disks) {
      tell('disk_free_bytes', freeBytes, { place });
      tell('disk_size_bytes', sizeBytes, { place });
    }
    tell('database_up', seen ? 1 : 0);
    if (seen) tellSeen(tell, seen, sources.replica);
  }

  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  return () => {
    if (!looking && performance.now() - lookedAtMs < everyMs) return Promise.resolve();
    looking ??= look().finally(() => {
      lookedAtMs = performance.now();
      looking = undefined;
    });
    return looking;
  };
}

interface SeenAll extends Seen {
  imbalances: Imbalance[];
  lag: Lag | undefined;
}

async function lookAtDatabase(
  { db, replica }: Sources,
  findImbalance: (db: Db) => Promise<Imbalance[]>,
): Promise<SeenAll | undefined> {
  try {
    const seen = await lookAtPlatform(db);
    const imbalances = await findImbalance(db);
    const lag = replica && (await lagOf(replica, seen.position));
    return { ...seen, imbalances, lag };
  } catch {
    // Why it is away is in the log of whoever needed it.
    return undefined;
  }
}

async function lagOf(replica: Replica, position: string): Promise<Lag | undefined> {
  const looking = lookAtReplica(replica.db, position).catch(() => undefined);
  return Promise.race([looking, sleep(replicaMs, undefined, { ref: false })]);
}

function tellSeen(tell: Tell, seen: SeenAll, replica: Replica | undefined): void {
  tell('database_bytes', seen.databaseBytes);
  tellRounds(tell, seen);
  tell('maintenance', Number(seen.isMaintenance ?? false));
  tell('bets_set_aside', seen.setAside);
  tell('statement_fold_lag_seconds', seen.foldLagSeconds);
  for (const { record, seconds } of seen.sealLags) tell('seal_lag_seconds', seconds, { record });
  for (const { slot, isActive, bytes } of seen.slots ?? []) {
    tell('standby_active', Number(isActive), { slot });
    tell('standby_lag_bytes', bytes ?? 0, { slot });
  }
  if (replica) tell('replica_usable', Number(replica.isUsable()));
  if (seen.lag) {
    tell('replica_lag_bytes', seen.lag.bytes);
    tell('replica_lag_seconds', seen.lag.seconds);
  }
  if (seen.archive) {
    tell('archive_failing', Number(seen.archive.isFailing));
    if (seen.archive.ageSeconds !== null) tell('archive_age_seconds', seen.archive.ageSeconds);
  }
  for (const { currency, minor } of seen.imbalances) {
    tell('ledger_imbalance_minor', Number(minor), { currency });
  }
  for (const kind of Trouble.options) {
    tell('trouble', Number(seen.troubles?.includes(kind) ?? false), { kind });
  }
}

function tellRounds(tell: Tell, { running, lastStepSeconds }: Seen): void {
  for (const source of ['engine', 'game']) {
    const own = (running ?? []).filter((one) => one.source === source);
    for (const state of ['betting', 'flying']) {
      const rounds = own.find((one) => one.state === state)?.rounds ?? 0;
      tell('rounds_running', rounds, { source, state });
    }
    tell('round_age_seconds', Math.max(0, ...own.map((one) => one.ageSeconds)), { source });
  }
  if (lastStepSeconds !== null) tell('round_last_step_seconds', lastStepSeconds);
}

async function lookAtDisks(places: Record<string, string>) {
  const looks = Object.entries(places).map(async ([place, path]) => {
    const { bsize, blocks, bavail } = await statfs(path);
    return { place, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  });
  const found = await Promise.allSettled(looks);
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
