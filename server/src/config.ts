import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import * as z from 'zod/mini';
import { WrongSettings } from './kernel/wrong-settings.ts';
import type { RetentionRules } from './retention/retention.ts';

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

const switchSetting = z.enum(['on', 'off'], { error: 'must be on or off' });

function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, error)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.minimum(minimum, error), z.maximum(maximum, error)),
    ),
  );
}

/** A number of proxies; plainly "on" is one. */
const proxies = z.pipe(
  z.string().check(z.regex(/^(on|true|off|false|\d)$/, 'must be on, off or a number of proxies')),
  z.transform((given) => Number({ on: 1, true: 1, off: 0, false: 0 }[given] ?? given)),
);

const hostName = z.string().check(z.minLength(1, 'must be a host name or address'));

/** With one @ and no #: more of them are of a password, and would end it where it does not end. */
const postgresAddress = z
  .string()
  .check(
    z.regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
    z.regex(
      /^[^@#]{0,2000}(@[^@#]{0,2000})?$/,
      'must have what is special in its password encoded: %40 for @, %23 for #',
    ),
  );

/** Sites, as browsers name them: scheme and host, and nothing behind. */
const origins = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^https?:\/\/[^\s/,*]{1,200}(,https?:\/\/[^\s/,*]{1,200}){0,20}$/,
        'must be origins such as https://panel.example, separated by commas',
      ),
    ),
  z.transform((list) => list.split(',')),
);

const Settings = z.object({
  HOST: z._default(hostName, '127.0.0.1'),
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  DATABASE_URL: z.optional(postgresAddress),
  DATABASE_OWNER_URL: z.optional(postgresAddress),
  DATABASE_REPLICA_URL: z.optional(postgresAddress),
  DATABASE_CONNECTIONS: z._default(wholeNumber(3, 200), 24),
  DATA_DIR: z.optional(z.string()),
  BACKUP_ARCHIVE: z.optional(z.string()),
  DEMO: z.optional(switchSetting),
  DEMO_BETS: z._default(wholeNumber(0, 900_000), 20_000),
  SUPER_USERNAME: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9_.-]{3,32}$/, 'must be 3 to 32 letters, digits, _ . -')),
  ),
  SUPER_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, 'must have at least 8 characters'),
        z.maxLength(128, 'must have at most 128 characters'),
      ),
  ),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    }),
    'info',
  ),
  LOG_READS: z._default(switchSetting, 'off'),
  TRUST_PROXY: z._default(proxies, 0),
  CORS_ORIGINS: z.optional(origins),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  METRICS_HOST: z._default(hostName, '127.0.0.1'),
  TRACES_URL: z.optional(
    z.string().check(z.regex(/^https?:\/\/\S{1,500}$/, 'must be an http:// or https:// address')),
  ),
  TRACES_PERCENT: z._default(wholeNumber(1, 100), 100),
  NOTIFY_SOCKET: z.optional(z.string()),
  WATCHDOG_USEC: z.optional(z.string().check(z.regex(/^\d{1,12}$/, 'must be a number'))),
  STOP_GRACE_MS: z._default(wholeNumber(0, 60_000), 0),
  SESSION_HOURS: z._default(wholeNumber(1, 168), 12),
  SESSION_IDLE_MINUTES: z._default(wholeNumber(1, 1_440), 30),
  SECOND_FACTOR_KEY: z.optional(
    z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')),
  ),
  ENGINE: z._default(switchSetting, 'on'),
  ROUND_BETTING_MS: z._default(wholeNumber(50, 600_000), 7_000),
  ROUND_DOUBLING_MS: z._default(wholeNumber(50, 600_000), 8_000),
  ROUND_PAUSE_MS: z._default(wholeNumber(0, 600_000), 3_000),
  RTP_LIMIT_PERCENT: z._default(wholeNumber(1, 100), 99),
  RTP_FLOOR_PERCENT: z._default(wholeNumber(1, 100), 75),
  RETAIN_SESSIONS_DAYS: z._default(wholeNumber(1, 36_500), 90),
  RETAIN_KEYS_DAYS: z._default(wholeNumber(2, 36_500), 30),
  RETAIN_NOTIFICATIONS_DAYS: z._default(wholeNumber(1, 36_500), 90),
  RETAIN_RECEIPTS_DAYS: z.optional(wholeNumber(30, 36_500)),
  RETAIN_BETS_MONTHS: z.optional(wholeNumber(2, 1_200)),
});

/** By name; what systemd sets is no setting for people. */
export const settingNames = Object.keys(Settings.shape);

/** Every setting is read here, once. An empty value counts as not set. */
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
  const defaultDataDir = fileURLToPath(new URL('../../data', import.meta.url));
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
    metrics: settings.METRICS_PORT
      ? { host: settings.METRICS_HOST, port: settings.METRICS_PORT }
      : undefined,
    traces: settings.TRACES_URL
      ? { url: settings.TRACES_URL, percent: settings.TRACES_PERCENT }
      : undefined,
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
