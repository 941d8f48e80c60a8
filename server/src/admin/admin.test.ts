import { PassThrough } from 'node:stream';
import { runCommand } from '@pitboss/testkit/run-command';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { confirm, NotConfirmed } from './confirm.ts';
import { helpOf } from './help.ts';
import { readOrder } from './read-order.ts';
import { verbs } from './verbs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

const admin = (...words: string[]) => runCommand('admin/main', words, { DATABASE_URL: app.url });

describe('the command', () => {
  test('lists its verbs, and says of each how it is used', async () => {
    const all = await admin('help');
    expect(all.code).toBe(0);
    for (const verb of verbs) {
      expect(all.output).toContain(`${verb.name} `);
      expect(helpOf(verb).join('\n')).toContain(`npm run admin -- ${verb.name}`);
    }
    expect(await admin()).toEqual(all);
    const one = await admin('help', 'reset-second-factor');
    expect(one.output).toContain('Use: npm run admin -- reset-second-factor NAME REASON');
    expect(one).toEqual(await admin('reset-second-factor', '--help'));
  });

  test('every example is an order that it understands', () => {
    for (const { name, examples, destroys } of verbs) {
      expect(examples.length).toBeGreaterThan(0);
      for (const [order] of examples) {
        const words = [...order.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');
        expect(readOrder(words, verbs)).toMatchObject({ kind: 'run', verb: { name } });
        if (destroys) readOrder([...words.filter((word) => word !== '--yes'), '--yes'], verbs);
      }
    }
  });

  test('what it does not understand ends with 64 and says what to write', async () => {
    const misspelt = await admin('reset-secondfactor', 'root');
    expect(misspelt.code).toBe(64);
    expect(misspelt.output).toContain('Did you mean reset-second-factor?');
    expect(await admin('frobnicate')).toEqual({
      code: 64,
      output: 'There is no verb frobnicate.\nnpm run admin -- help lists them all.\n',
    });
    for (const words of [['root'], ['root', ' '], ['root', 'Lost', 'more'], ['--what', 'root']]) {
      const { code, output } = await admin('reset-second-factor', ...words);
      expect([code, output]).toEqual([
        64,
        expect.stringContaining('Use: npm run admin -- reset-second-factor NAME REASON'),
      ]);
    }
  });

  test('without a terminal nothing is destroyed', async () => {
    const { code, output } = await admin('reset-second-factor', 'nobody', 'Lost');
    expect([code, output]).toEqual([1, 'There is no account nobody.\n']);
  });

  test('a database that no release has made is not touched', async () => {
    const url = new URL(app.url);
    url.searchParams.set('options', '-c search_path=pg_temp');
    const words = ['reset-second-factor', 'root', 'Lost', '--yes'];
    const { code, output } = await runCommand('admin/main', words, { DATABASE_URL: url.href });
    expect([code, output]).toEqual([1, expect.stringContaining('empty or not of this release')]);
  });

  test('a data folder without a database gets none', async () => {
    const words = ['reset-second-factor', 'root', 'Lost', '--yes'];
    const settings = { DATA_DIR: '/nowhere/at/all' };
    const { code, output } = await runCommand('admin/main', words, settings);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('There is no database in /nowhere/at/all'),
    ]);
  });
});

describe('at a terminal', () => {
  async function answer(text: string): Promise<string> {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough({ encoding: 'utf8' });
    const said: string[] = [];
    output.on('data', (text: string) => said.push(text));
    const asked = confirm({ input, output }, { what: ['This destroys all.'], word: 'root' });
    input.end(text);
    await asked;
    return said.join('');
  }

  test('only the name itself is a yes', async () => {
    expect(await answer('root\n')).toMatch(/^This destroys all.\nWrite root to go ahead: /);
    for (const other of ['yes\n', 'Root\n', '\n', '']) {
      await expect(answer(other)).rejects.toThrow(NotConfirmed);
    }
  });
});
