import * as z from 'zod/mini';

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

/** Every setting by the name of its environment variable, as text and as what it means. */
export const Settings = z.object({
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
