import { expect, test } from 'vitest';
import { openLog } from './open-log.ts';

function terminal(isTTY: boolean) {
  const lines: string[] = [];
  return { isTTY, lines, write: (text: string) => lines.push(text) };
}

test('on a terminal a line is short and readable', () => {
  const output = terminal(true);
  const log = openLog('info', output);
  log.debug('not asked for');
  log.info({ reqId: 'r-1', method: 'POST', status: 200 }, 'request');
  log.warn({ err: new Error('it went away') }, 'live demo');
  expect(output.lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'request method=POST status=200\n',
    'warning: live demo: it went away\n',
  ]);
});

test('a fault of ours keeps its trace, and nothing in a line steers the terminal', () => {
  const output = terminal(true);
  openLog('info', output).error({ err: new Error('broken'), route: '/a\u001b[2J\u0007' }, 'failed');
  const [line = ''] = output.lines;
  expect(line).toMatch(/error: failed: Error: broken\n {4}at /);
  expect(line).toMatch(/route=\/a�\[2J�\n$/);
});

test('elsewhere it is JSON, a line each', () => {
  const output = terminal(false);
  openLog('info', output).info({ status: 200 }, 'request');
  expect(output.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, status: 200, msg: 'request' },
  ]);
});

/** As `pg` throws it: the connection hangs on it, with all that it knows. */
function lostConnection() {
  const client = { processID: 77, secretKey: 123_456_789, password: 'Own-horse-1' };
  const error = Object.assign(new Error('Connection terminated'), { code: '57P01', client });
  return Object.assign(error, { detail: 'Failing row contains (secret)', query: 'select 1' });
}

test('nothing that hangs on an error is logged, and a warning has no trace', () => {
  const output = terminal(false);
  const log = openLog('info', output);
  log.warn({ err: lostConnection() }, 'a database connection was lost');
  log.child({ reqId: 'r-1' }).error({ err: lostConnection() }, 'request failed');
  log.error(lostConnection(), 'by whoever knows no better');
  for (const line of output.lines) expect(line).not.toMatch(/secret|123456789|horse|select 1/);
  const [lost, failed, other] = output.lines.map((line) => JSON.parse(line));
  expect(lost.err).toEqual({ type: 'Error', message: 'Connection terminated', code: '57P01' });
  expect(failed.err.stack).toMatch(/^Error: Connection terminated\n {4}at /);
  expect(other).toMatchObject({ err: { message: 'Connection terminated' }, level: 50 });
});

test('the password of an address is not logged, and what caused an error is', () => {
  const output = terminal(false);
  const password = 'Own-horse-1';
  const cause = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')]);
  const error = new Error(`cannot reach postgres://node:${password}@db:5432/x`, { cause });
  openLog('info', output).error({ err: error }, 'failed');
  const [line = ''] = output.lines;
  expect(line).not.toContain('horse');
  expect(JSON.parse(line).err).toMatchObject({
    message: 'cannot reach postgres://node:…@db:5432/x',
    cause: 'connect ECONNREFUSED 127.0.0.1:5432',
  });
});
