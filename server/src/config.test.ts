import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { WrongSettings } from './kernel/wrong-settings.ts';

test('without settings it is a demo on the embedded database, on this machine only', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    demo: true,
    logLevel: 'info',
    proxies: 0,
    stopGraceMs: 0,
    databaseReplicaUrl: undefined,
    sessionHours: 12,
    sessionIdleMinutes: 30,
  });
  expect(config.dataDir).toMatch(/[/\\]data$/);
});

test('with a database of its own it is no demo, unless it is told to be', () => {
  const DATABASE_URL = 'postgresql://someone@db.example/pitboss';
  expect(readConfig({ DATABASE_URL })).toMatchObject({ demo: false, databaseUrl: DATABASE_URL });
  expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
  expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
});

test('a replica is one of a database that was named', () => {
  const DATABASE_REPLICA_URL = 'postgres://someone@replica.example/pitboss';
  const DATABASE_URL = 'postgres://someone@db.example/pitboss';
  const config = readConfig({ DATABASE_URL, DATABASE_REPLICA_URL });
  expect(config.databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
  expect(() => readConfig({ DATABASE_REPLICA_URL })).toThrow('needs DATABASE_URL');
});

test('figures and traces are told by those who are asked to, figures on this machine only', () => {
  expect(readConfig({})).toMatchObject({ metrics: undefined, traces: undefined });
  const url = 'http://127.0.0.1:4318/v1/traces';
  expect(readConfig({ METRICS_PORT: '9464', TRACES_URL: url })).toMatchObject({
    metrics: { host: '127.0.0.1', port: 9_464 },
    traces: { url, percent: 100 },
  });
});

test('an empty setting counts as not set, and settings of others are passed over', () => {
  const config = readConfig({
    PORT: '',
    DEMO: '',
    DATABASE_URL: '',
    PATH: '/bin',
    HOME: undefined,
  });
  expect(config).toMatchObject({ port: 3000, demo: true, databaseUrl: undefined });
});

test.each([
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['PORT', '3000.5', 'a whole number from 0 to 65535'],
  ['PORT', '0x50', 'a whole number from 0 to 65535'],
  ['PORT', ' 80', 'a whole number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://db', 'postgres://'],
  ['DATABASE_URL', 'localhost:5432', 'postgres://'],
  ['DATABASE_REPLICA_URL', 'replica:5432', 'postgres://'],
  ['DATABASE_OWNER_URL', 'owner@host', 'postgres://'],
  ['METRICS_PORT', '0', 'a whole number from 1 to 65535'],
  ['TRACES_URL', 'collector:4318', 'http:// or https://'],
  ['TRACES_PERCENT', '101', 'a whole number from 1 to 100'],
  ['CORS_ORIGINS', '*', 'origins such as'],
  ['CORS_ORIGINS', 'https://panel.example/path', 'origins such as'],
  ['CORS_ORIGINS', 'https://one.example, https://two.example', 'origins such as'],
  ['STOP_GRACE_MS', '60001', 'a whole number from 0 to 60000'],
  ['DATABASE_CONNECTIONS', '2', 'a whole number from 3 to 200'],
  ['DEMO', 'yes', 'on or off'],
  ['DEMO', 'ON', 'on or off'],
  ['DATABASE_URL', 'postgres://n@de@db/pitboss', 'encoded: %40 for @'],
  ['DATABASE_URL', 'postgres://n#de@db/pitboss', 'encoded: %40 for @'],
  ['SUPER_USERNAME', 'a b', '3 to 32 letters'],
  ['SUPER_USERNAME', 'ab', '3 to 32 letters'],
  ['SUPER_PASSWORD', 'short', 'at least 8 characters'],
  ['SUPER_PASSWORD', 'x'.repeat(129), 'at most 128 characters'],
  ['LOG_LEVEL', 'loud', 'debug, info, warn, error or silent'],
  ['TRUST_PROXY', 'yes', 'on, off or a number of proxies'],
  ['TRUST_PROXY', '-1', 'on, off or a number of proxies'],
  ['SESSION_HOURS', '0', 'a whole number from 1 to 168'],
  ['SESSION_IDLE_MINUTES', '1441', 'a whole number from 1 to 1440'],
])('%s=%s is refused by its name and with what was expected', (name, value, expected) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(WrongSettings);
  expect(read).toThrow(name);
  expect(read).toThrow(expected);
});

test.each([
  ['off', 0],
  ['false', 0],
  ['0', 0],
  ['on', 1],
  ['true', 1],
  ['1', 1],
  ['2', 2],
])('TRUST_PROXY=%s stands for %i proxies', (TRUST_PROXY, proxies) => {
  expect(readConfig({ TRUST_PROXY }).proxies).toBe(proxies);
});

test("a SUPER of one's own is for a platform without the demo", () => {
  const SUPER_PASSWORD = 'Correct-horse-1';
  expect(() => readConfig({ SUPER_USERNAME: 'owner', SUPER_PASSWORD })).toThrow('need DEMO=off');
  expect(() => readConfig({ SUPER_PASSWORD })).toThrow(WrongSettings);
  const { firstSuper } = readConfig({ DEMO: 'off', SUPER_USERNAME: 'owner', SUPER_PASSWORD });
  expect(firstSuper).toEqual({ username: 'owner', password: SUPER_PASSWORD });
});

test('what a table may return lies between a floor and a limit', () => {
  expect(readConfig({}).rtp).toEqual({ limitMillionths: 990_000, floorMillionths: 750_000 });
  const rtp = { RTP_LIMIT_PERCENT: '80', RTP_FLOOR_PERCENT: '80' };
  expect(readConfig(rtp).rtp).toEqual({ limitMillionths: 800_000, floorMillionths: 800_000 });
  expect(() => readConfig({ RTP_LIMIT_PERCENT: '70' })).toThrow(
    'RTP_FLOOR_PERCENT (75) is above RTP_LIMIT_PERCENT (70): no table could be both.',
  );
});

test('every wrong setting is named in one message', () => {
  const read = () => readConfig({ PORT: 'x', DEMO: 'x', SESSION_HOURS: 'x' });
  for (const name of ['PORT', 'DEMO', 'SESSION_HOURS']) expect(read).toThrow(name);
});

test('a refused password is not repeated in the message', () => {
  expect(() => readConfig({ SUPER_PASSWORD: 'hunter2' })).not.toThrow('hunter2');
});
