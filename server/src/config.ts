import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { checkout } from './kernel/checkout.ts';
import { WrongSettings } from './kernel/wrong-settings.ts';
import type { RetentionRules } from './retention/retention.ts';
import { Settings } from './settings.ts';

export interface Config {
  host: string;
  port: number;
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** The owner of its tables, who migrates; unset: the node runs as the owner. */
  databaseOwnerUrl: string | undefined;
  /** A streaming replica of it that lists may be read from. */
  databaseReplicaUrl: string | undefined;
  /** For calls; to the replica as many again. */
  databaseConnections: number;
  dataDir: string;
  /** Where the embedded database's log is kept, for a restore to any point in time. */
  backupArchive: string | undefined;
  demo: boolean;
  /** About how many bets the demo's history holds. */
  demoBets: number;
  firstSuper: { username: string | undefined; password: string | undefined };
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Whether what only looks is logged as changes are, and not more quietly. */
  logReads: boolean;
  /** How many proxies of ours stand in front of the node: so far X-Forwarded-For is believed. */
  proxies: number;
  /** The sites whose pages may call the API; none: only our own panel. */
  corsOrigins: string[];
  /** Where figures for Prometheus are told; unset: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Where traces are sent to, and how many of a hundred calls are traced; unset: none. */
  traces: { url: string; percent: number } | undefined;
  /** Whether systemd waits to be told, and how often again; it sets both by itself. */
  systemd: { watchdogMs: number | undefined } | undefined;
  /** How long a node that is told to stop goes on serving, for the proxy to notice. */
  stopGraceMs: number;
  sessionHours: number;
  sessionIdleMinutes: number;
  /** Encrypts the secrets of second factors; unset: they are kept as they are. */
  secondFactorKey: Buffer | undefined;
  /** Whether this node may run rounds; of several nodes one does. */
  engine: boolean;
  roundTimes: RoundTimes;
  /** What a version of the multiplier table may return to players. */
  rtp: ReturnRules;
  /** What is kept for how long, by kind. */
  retention: RetentionRules;
}

/** How long betting is open, how long the flight takes to double, and the pause after a crash. */
export interface RoundTimes {
  bettingMs: number;
  doublingMs: number;
  pauseMs: number;
}

/** Settings are read here, once. An empty value counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`);
    throw new WrongSettings(`Wrong settings: ${lines.join('; ')}.`);
  }
  const settings = parsed.data;
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (settings[name] && !settings.DATABASE_URL) {
      throw new WrongSettings(`Wrong settings: ${name} needs DATABASE_URL.`);
    }
  }
  const demo = settings.DEMO ? settings.DEMO === 'on' : settings.DATABASE_URL === undefined;
  if (demo && (settings.SUPER_USERNAME || settings.SUPER_PASSWORD)) {
    throw new WrongSettings(
      'Wrong settings: SUPER_USERNAME and SUPER_PASSWORD need DEMO=off' +
        `${settings.DEMO ? '' : ' (unset, it is on with the embedded database)'}; the demo has ` +
        'its own SUPER.',
    );
  }
  if (settings.BACKUP_ARCHIVE && settings.DATABASE_URL) {
    throw new WrongSettings(
      'Wrong settings: BACKUP_ARCHIVE is for the embedded database; a PostgreSQL of your own has ' +
        'an archive_command.',
    );
  }
  if (settings.RTP_FLOOR_PERCENT > settings.RTP_LIMIT_PERCENT) {
    throw new WrongSettings(
      `Wrong settings: RTP_FLOOR_PERCENT (${settings.RTP_FLOOR_PERCENT}) is above ` +
        `RTP_LIMIT_PERCENT (${settings.RTP_LIMIT_PERCENT}): no table could be both.`,
    );
  }
  const { METRICS_HOST, METRICS_PORT, TRACES_URL, TRACES_PERCENT } = settings;
  const defaultDataDir = fileURLToPath(new URL('data', checkout));
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    dataDir: settings.DATA_DIR ? resolve(settings.DATA_DIR) : defaultDataDir,
    backupArchive: settings.BACKUP_ARCHIVE && resolve(settings.BACKUP_ARCHIVE),
    demo,
    demoBets: settings.DEMO_BETS,
    firstSuper: { username: settings.SUPER_USERNAME, password: settings.SUPER_PASSWORD },
    logLevel: settings.LOG_LEVEL,
    logReads: settings.LOG_READS === 'on',
    proxies: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS ?? [],
    metrics: METRICS_PORT ? { host: METRICS_HOST, port: METRICS_PORT } : undefined,
    traces: TRACES_URL ? { url: TRACES_URL, percent: TRACES_PERCENT } : undefined,
    systemd: settings.NOTIFY_SOCKET
      ? { watchdogMs: settings.WATCHDOG_USEC ? Number(settings.WATCHDOG_USEC) / 1_000 : undefined }
      : undefined,
    stopGraceMs: settings.STOP_GRACE_MS,
    sessionHours: settings.SESSION_HOURS,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    secondFactorKey: settings.SECOND_FACTOR_KEY
      ? Buffer.from(settings.SECOND_FACTOR_KEY, 'hex')
      : undefined,
    engine: settings.ENGINE === 'on',
    roundTimes: {
      bettingMs: settings.ROUND_BETTING_MS,
      doublingMs: settings.ROUND_DOUBLING_MS,
      pauseMs: settings.ROUND_PAUSE_MS,
    },
    rtp: {
      limitMillionths: settings.RTP_LIMIT_PERCENT * 10_000,
      floorMillionths: settings.RTP_FLOOR_PERCENT * 10_000,
    },
    retention: {
      sessionsDays: settings.RETAIN_SESSIONS_DAYS,
      keysDays: settings.RETAIN_KEYS_DAYS,
      notificationsDays: settings.RETAIN_NOTIFICATIONS_DAYS,
      receiptsDays: settings.RETAIN_RECEIPTS_DAYS,
      betsMonths: settings.RETAIN_BETS_MONTHS,
    },
  };
}
