import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { auth } from '@pitboss/contract/auth';
import { ask } from '@pitboss/testkit/http-client';
import { startNode } from '@pitboss/testkit/node-process';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../test/test-database.ts';
import { serverFolder } from './checkout.ts';
import { writtenTrace } from './written-trace.ts';

/** Its third line, from the fifth sign on, is the seventh of what was written. */
const map = {
  version: 3,
  names: [],
  sources: [new URL('src/bets/place.ts', serverFolder).href],
  mappings: ';;IAMA',
};

test('a trace names the files that we wrote, and leaves all others as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-trace-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'main.js.map'), JSON.stringify(map));
  const built = pathToFileURL(`${folder}/`);
  const at = (file: string) => new URL(file, built).href;
  const trace = [
    'Error: file:gone:1:2 is away',
    `    at place (${at('main.js')}:3:5)`,
    `    at async ${at('main.js')}:3:9`,
    `    at read (${at('shared/packages-1.js')}:40:2)`,
    '    at other (file:///srv/other.js:3:5)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  ];
  expect(writtenTrace(trace.join('\n'), built).split('\n')).toEqual([
    trace[0],
    '    at place (server/src/bets/place.ts:7:1)',
    '    at async server/src/bets/place.ts:7:5',
    ...trace.slice(3),
  ]);
});

test('so does that of a fault in a node as it runs', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const node = await startNode(database.url);
  onTestFinished(() => node.end().then(() => {}));
  await sql`alter table users rename column username to called`.execute(database.db);
  const { status } = await ask(node.url, { path: `/api${auth.login.path}`, body: superSignIn });
  expect(status).toBe(500);
  await vi.waitFor(() =>
    expect(node.output()).toMatch(/ at .*\(server\/src\/[\w/-]+\.ts:\d+:\d+\)/),
  );
  expect(node.output()).not.toMatch(/server\/dist\/main/);
});
