import { randomBytes } from 'node:crypto';
import { askDatabase, databaseAt } from '@pitboss/testkit/database-stage';
import { launchNode, startNode } from '@pitboss/testkit/node-process';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabase } from '../test/test-database.ts';
import { bringToRelease } from './bring-to-release.ts';
import { checkRoles } from './check-roles.ts';

/** A role of this file's own, which owns nothing and was granted nothing. */
const stranger = `stranger_${randomBytes(4).toString('hex')}`;
const password = 'Stranger-horse-1';

let empty: TestDatabase;
let filled: TestDatabase;

const template = inject('templateUrl');
const asSuperuser = (text: string, url = template) => askDatabase(as('postgres', url), text);
const databaseOf = (url: string) => new URL(url).pathname.slice(1);

/** The same database, signed in as another role. */
function as(role: string, url: string): string {
  const own = new URL(url);
  own.username = role;
  if (role === stranger) own.password = password;
  return own.href;
}

beforeAll(async () => {
  await asSuperuser(`create role ${stranger} login password '${password}'`);
  filled = await testDatabase();
});

beforeEach(async () => {
  empty = await emptyDatabase();
  return () => empty.close();
});

afterAll(async () => {
  await filled.close();
  await asSuperuser(`drop role ${stranger}`);
});

/** What is said to these addresses before anything is done. */
function told(url: string, ownerUrl?: string): Promise<string> {
  return checkRoles({ url, ownerUrl }).then(
    (weak) => weak.map(({ says }) => says).join(' ') || 'right',
    (error: Error) => error.message,
  );
}

async function tablesIn(url: string): Promise<number> {
  const { rows } = await asSuperuser(
    "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace",
    url,
  );
  return rows[0].n;
}

test('an owner and a node of one database are right, empty or filled', async () => {
  expect(await told(nodeUrl(empty.url), empty.url)).toBe('right');
  expect(await told(nodeUrl(filled.url), filled.url)).toBe('right');
});

test('addresses that are swapped are told, and nothing is made', async () => {
  for (const { url } of [empty, filled]) {
    expect(await told(url, nodeUrl(url))).toBe(
      'DATABASE_URL and DATABASE_OWNER_URL are swapped: the role pitboss of DATABASE_URL has the ' +
        `owner's rights in the database ${databaseOf(url)}, and the role pitboss_node of ` +
        'DATABASE_OWNER_URL has not: exchange the two addresses.',
    );
  }
});

test('a node ends at once where its addresses are swapped: one sentence, code 78', async () => {
  const DATABASE_URL = empty.url;
  const settings = { DATABASE_URL, DATABASE_OWNER_URL: nodeUrl(empty.url), LOG_LEVEL: 'info' };
  const node = await launchNode(empty.url, settings);
  await expect(node.untilReady()).rejects.toThrow('are swapped');
  expect(await node.untilEnded()).toBe(78);
  expect(node.output().trim().split('\n').slice(0, -1).join('\n')).not.toMatch(/swapped|"err"/);
  expect(node.output()).not.toMatch(/\bat .*\.ts:\d+/);
  expect(await tablesIn(empty.url)).toBe(0);
});

test('two databases are told apart, and nothing is made in the other', async () => {
  const other = await emptyDatabase();
  try {
    const { host } = new URL(empty.url);
    expect(await told(nodeUrl(other.url), empty.url)).toBe(
      'DATABASE_OWNER_URL (role pitboss) and DATABASE_URL (role pitboss_node) lead to two ' +
        `different databases, ${databaseOf(empty.url)} at ${host} and ${databaseOf(other.url)} at ` +
        `${host}: name the same server and the same database in both.`,
    );
    expect([await tablesIn(empty.url), await tablesIn(other.url)]).toEqual([0, 0]);
  } finally {
    await other.close();
  }
});

test('an empty database with a role that may not create says so', async () => {
  const name = databaseOf(empty.url);
  expect(await told(nodeUrl(empty.url), as(stranger, empty.url))).toBe(
    `The database ${name} is empty and the role ${stranger} of DATABASE_OWNER_URL may not create ` +
      `tables in it: run "alter database ${name} owner to ${stranger}", or name its owner, ` +
      'pitboss, in DATABASE_OWNER_URL.',
  );
  expect(await told(nodeUrl(empty.url))).toBe(
    `The database ${name} is empty and the role pitboss_node of DATABASE_URL may not create ` +
      'tables in it: set DATABASE_OWNER_URL to an address of its owner, pitboss, or run "alter ' +
      `database ${name} owner to pitboss_node".`,
  );
  await asSuperuser(`alter database ${name} owner to ${stranger}`);
  expect(await told(nodeUrl(empty.url), as(stranger, empty.url))).toBe('right');
  await asSuperuser(`alter database ${name} owner to pitboss`);
});

test('a role that may not change the tables is not taken for their owner', async () => {
  const name = databaseOf(filled.url);
  expect(await told(nodeUrl(filled.url), as(stranger, filled.url))).toBe(
    `The tables of the database ${name} belong to pitboss, so the role ${stranger} of ` +
      'DATABASE_OWNER_URL may not migrate them: name pitboss in DATABASE_OWNER_URL.',
  );
  expect(await told(nodeUrl(filled.url))).toBe(
    `The role pitboss_node of DATABASE_URL may not migrate the database ${name}, whose tables ` +
      'belong to pitboss: set DATABASE_OWNER_URL to an address of pitboss.',
  );
});

test('a single table of somebody else is named', async () => {
  await bringToRelease({ url: nodeUrl(empty.url), ownerUrl: empty.url }, () => {});
  await asSuperuser('alter table banks owner to postgres', empty.url);
  expect(await told(nodeUrl(empty.url), empty.url)).toBe(
    `In the database ${databaseOf(empty.url)}, banks belongs to postgres, so the role pitboss of ` +
      'DATABASE_OWNER_URL may not migrate it: run "alter table banks owner to pitboss" as ' +
      'postgres or a superuser, or move it to another schema.',
  );
});

test('an owner where a node is meant works, and is warned of once', async () => {
  const guarded = 'it works, but only triggers guard the record.';
  expect(await told(filled.url)).toContain(
    `DATABASE_OWNER_URL is not set, so the node runs as pitboss, with the rights of an owner: ${guarded}`,
  );
  expect(await told(filled.url, filled.url)).toContain(
    'The role pitboss of DATABASE_URL has the rights of an owner, although DATABASE_OWNER_URL is ' +
      `set: ${guarded}`,
  );
  for (const owner of [filled.url, undefined]) {
    expect(await told(as('postgres', filled.url), owner)).toContain(
      'The role postgres of DATABASE_URL is a superuser: it works, but the node then has rights ' +
        'over the whole server, and only triggers guard the record.',
    );
  }
  expect(await told(nodeUrl(filled.url), as('postgres', filled.url))).toContain(
    'The role postgres of DATABASE_OWNER_URL is a superuser',
  );
  const settings = { DATABASE_URL: filled.url, DATABASE_OWNER_URL: '', LOG_LEVEL: 'warn' };
  const node = await startNode(filled.url, settings);
  expect(node.output().split('DATABASE_OWNER_URL is not set')).toHaveLength(2);
  expect(await node.end()).toBe(0);
});

test('a database that does not let the role in is told by its setting', async () => {
  const name = databaseOf(filled.url);
  const wrong = new URL(nodeUrl(filled.url));
  wrong.password = 'Another-horse-1';
  expect(await told(wrong.href, filled.url)).toBe(
    'The database refuses the role pitboss_node of DATABASE_URL (password authentication failed ' +
      'for user "pitboss_node"): correct its name or password there, or set it with "alter role ' +
      `pitboss_node password '…'".`,
  );
  await asSuperuser(`alter role ${stranger} nologin`);
  expect(await told(as(stranger, filled.url), filled.url)).toMatch(
    new RegExp(
      `^The database does not let the role ${stranger} of DATABASE_URL in \\(role "${stranger}" ` +
        'is not permitted to log in\\): make it with "create role',
    ),
  );
  await asSuperuser(`alter role ${stranger} login`);
  expect(await told(databaseAt(nodeUrl(filled.url), 'nowhere'), filled.url)).toBe(
    'DATABASE_URL names the database nowhere, which is not there: make it with "create database ' +
      'nowhere", or name the one that is meant for the role pitboss_node.',
  );
  await asSuperuser(`revoke connect on database ${name} from public`);
  expect(await told(as(stranger, filled.url), filled.url)).toBe(
    `The role ${stranger} of DATABASE_URL may not enter the database ${name}: run "grant connect ` +
      `on database ${name} to ${stranger}".`,
  );
  await asSuperuser(`grant connect on database ${name} to public`);
});

test('an address that cannot be read is told without its password', async () => {
  const said = await told('postgres://node:Own/horse@127.0.0.1:5432/x');
  expect(said).toContain('DATABASE_URL cannot be read as an address');
  expect(said).not.toContain('horse');
});

test('a node whose role looks elsewhere is told where, not that tables are missing', async () => {
  const place = `in database ${databaseOf(empty.url)}`;
  await asSuperuser(`alter role ${stranger} ${place} set search_path = elsewhere`);
  const addresses = { url: as(stranger, empty.url), ownerUrl: empty.url };
  await expect(bringToRelease(addresses, () => {})).rejects.toThrow(
    `The role ${stranger} of DATABASE_URL finds no tables in the database ` +
      `${databaseOf(empty.url)}, where its search_path is elsewhere: run "alter role ${stranger} ` +
      'reset search_path", or set it to the schema that the owner uses.',
  );
});
