import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../test/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { OutcomeUnknown, UnsureCommit } from './database-errors.ts';
import { inOneStatement, inSnapshot, inTransaction, withCommit } from './transaction.ts';

let database: TestDatabase;
const open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await sql
    .raw(`
      create function say(severity text, words text) returns int language plpgsql as $$
      begin
        case severity
          when 'warning' then raise warning '%', words;
          when 'notice' then raise notice '%', words;
          when 'info' then raise info '%', words;
        end case;
        return 1;
      end $$;
      create table said (severity text);
      create function say_at_commit() returns trigger language plpgsql as $$
      begin
        perform say(new.severity, 'at the commit');
        return null;
      end $$;
      create constraint trigger say_at_commit after insert on said
        deferrable initially deferred for each row execute function say_at_commit();`)
    .execute(database.db);
});

afterAll(() => database.close());

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const say = (severity: string) => sql`select say(${severity}, 'a word')`;
const sayAtCommit = (severity: string) => sql`insert into said values (${severity})`;

const unknown = (words: string) =>
  expect.objectContaining({
    name: 'OutcomeUnknown',
    cause: expect.objectContaining({ message: `The commit came with a warning: ${words}` }),
  });

test.each([
  ['awaited', false],
  ['sent with the commit', true],
])('a warning during the commit leaves it unsure; its cause was %s', async (_how, isAhead) => {
  const attempt = inTransaction(database.db, async (tx) => {
    if (isAhead) await withCommit(tx, sayAtCommit('warning'));
    else await sayAtCommit('warning').execute(tx);
  });
  await expect(attempt).rejects.toEqual(unknown('at the commit'));
  await expect(attempt).rejects.toBeInstanceOf(OutcomeUnknown);
});

test.each(['notice', 'info'])(
  'a mere %s during the commit says nothing of it',
  async (severity) => {
    await inTransaction(database.db, (tx) => sayAtCommit(severity).execute(tx));
    const statement = sql`select say(${severity}, 'x') as one`;
    const { rows } = await inOneStatement(database.db, statement.compile(database.db));
    expect(rows).toEqual([{ one: 1 }]);
  },
);

test('a warning about the work, or about work that was given up, is not about the commit', async () => {
  const { db } = database;
  await db.connection().execute(async (own) => {
    await inTransaction(own, (tx) => say('warning').execute(tx));
    await inSnapshot(own, (snapshot) => say('warning').execute(snapshot));
    const givenUp = inTransaction(own, async (tx) => {
      await say('warning').execute(tx);
      throw new Error('given up');
    });
    await expect(givenUp).rejects.toThrow('given up');
    // Nor is one of maintenance, which commits nothing of ours.
    await sql`do $$ begin raise warning 'skipped'; end $$`.execute(own);
    await inTransaction(own, async () => {});
    expect((await sql`select ${1}::int as one`.execute(own)).rows).toEqual([{ one: 1 }]);
  });
});

test('a statement by itself is its own commit', async () => {
  const { db } = database;
  await expect(inOneStatement(db, say('warning').compile(db))).rejects.toEqual(unknown('a word'));
  await expect(say('warning').execute(db)).rejects.toBeInstanceOf(UnsureCommit);
  await expect(sayAtCommit('warning').execute(db)).rejects.toBeInstanceOf(UnsureCommit);
  // The connection itself is sound, and its next commit is another.
  await inTransaction(db, (tx) => sayAtCommit('notice').execute(tx));
});

/** One message of PostgreSQL: its letter, and its body. */
function message(letter: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.from([letter.charCodeAt(0), 0, 0, 0, 0]);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

const ready = message('Z', 'I');
const letIn = Buffer.concat([message('R', Buffer.alloc(4)), ready]);

/** A server that answers each statement, and the commit with this notice, a byte at a time. */
async function serverThatSays(fields: string[]): Promise<Database> {
  const notice = message('N', `${fields.map((field) => `${field}\0`).join('')}\0`);
  const answer = async (socket: Socket, heard: string) => {
    for (const [, word = ''] of heard.matchAll(/(begin|commit|rollback)\0/g)) {
      for (const byte of word === 'commit' ? notice : []) {
        socket.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
      socket.write(Buffer.concat([message('C', `${word.toUpperCase()}\0`), ready]));
    }
  };
  const server = createServer((socket) => {
    let isIn = false;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (isIn) void answer(socket, chunk.toString('latin1'));
      else socket.write(letIn);
      isIn = true;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = openDatabase({ url: `postgres://pitboss:x@127.0.0.1:${port}/pitboss` });
  open.push(opened.close, async () => server.close());
  return opened;
}

test.each([
  ['German', 'SWARNUNG', 'storniere Warten auf synchrone Replikation'],
  ['English', 'SWARNING', 'canceling wait for synchronous replication due to user request'],
])('a server that speaks %s is understood', async (_language, severity, words) => {
  const { db } = await serverThatSays([severity, 'VWARNING', 'C01000', `M${words}`]);
  await expect(inTransaction(db, async () => {})).rejects.toEqual(unknown(words));
});

test('what only looks like a warning is none', async () => {
  const { db } = await serverThatSays(['SWARNING', 'VNOTICE', 'C01000', 'MVWARNING']);
  await expect(inTransaction(db, async () => {})).resolves.toBeUndefined();
});
