import { Writable } from 'node:stream';
import { banks } from '@pitboss/contract/banks';
import { player } from '@pitboss/contract/player';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;
const lines: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  app = await testApp(pino({ level: 'trace' }, stream));
  root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 50_000n });
});

afterAll(() => app.close());

/** Numbers that a record could give away: long, short, and as short as four and one. */
const numbers = ['7711223344556677', 'ZX8899', '4321', '7'];

function accountOf(number: string) {
  const names = { bankName: 'City Bank', accountHolderName: 'A Client' };
  return { ...names, accountNumber: number, IBAN: `GB${number}` };
}

/** Files, changes and spoils everything that carries an account number. */
async function useEverywhere(number: string): Promise<void> {
  const { token } = root;
  const given = accountOf(number);
  const added = await app.call(banks.add, { token, body: given });
  const params = { id: added.data._id };
  const changes = { accountNumber: `${number}9`, IBAN: `FR${number}` };
  await app.call(banks.update, { token, params, body: changes });
  await app.call(banks.update, { token, params, body: given });
  await app.call(banks.update, { token, params, raw: { ...given, surprise: number } });
  await app.call(banks.update, { token, params, raw: { IBAN: number.repeat(99) } });
  await app.call(banks.add, { token: client.token, body: given });
  await app.call(banks.list, { token, raw: { search: { value: number } } });
  const withdraw = { token: client.token, headers: { 'idempotency-key': `key of ${params.id}` } };
  for (const amount of [100n, 10n ** 12n]) {
    await app.call(player.requestWithdraw, { ...withdraw, body: { amount, bank: given } });
    await app.call(player.requestWithdraw, { token: client.token, body: { amount, bank: given } });
  }
  const raw = { amount: 1, bank: { ...given, surprise: number } };
  await app.call(player.requestWithdraw, { token: client.token, raw });
  await sql`alter table banks rename column iban to gone`.execute(app.db);
  await app.call(banks.add, { token, body: given });
  await sql`alter table banks rename column gone to iban`.execute(app.db);
}

test('no account number stands whole in the audit record or in the log', async () => {
  for (const number of numbers) await useEverywhere(number);
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', before, after, message) as text from audit_events`.execute(app.db);
  expect(rows.length).toBeGreaterThan(20);
  const record = rows.map((row) => row.text).join('\n');
  expect(record).toContain('"…6677"');
  const log = lines.join('');
  expect(log).toContain('request failed');
  for (const number of numbers.filter((one) => one.length > 4)) {
    expect([number, record.includes(number), log.includes(number)]).toEqual([number, false, false]);
  }
  for (const short of ['4321', '7']) {
    expect([short, record.includes(`…${short}"`)]).toEqual([short, false]);
  }
});
