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
