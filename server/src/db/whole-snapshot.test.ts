import { makeSuper } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { type Audit, findFaultsBeside } from './audit.ts';
import type { Db } from './database.ts';
import { inWholeSnapshots } from './whole-snapshot.ts';

const _script = new URL('../../../deploy/retention/archive-month.sql', import.meta.url);
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await makeSuper(app);
});

afterAll(() => app.close());

const banks = (db: Db) => sql`select from banks`.execute(db).then(({ rows }) => rows.length);
const addBank = () =>
  sql`insert into banks (owner_id, bank_name, account_holder_name, account_number, iban)
    select id, 'City', 'A', '1', 'I' from users limit 1`.execute(app.db);

test('both connections see one state, whatever is written meanwhile', async () => {
  const before = await banks(app.db);
  const seen = await inWholeSnapshots(app.db, 2, async (snapshots) => {
    await addBank();
    return Promise.all(snapshots.map(banks));
  });
  expect(seen).toEqual([before, before]);
  expect(await banks(app.db)).toBe(before + 1);
});

test('faults come in the order of the audits, from whichever connection', async () => {
  const begun: string[] = [];
  const audit = (about: string, faults: string[]): Audit => ({ about, find: async () => faults });
  const audits = ['a', 'b', 'c', 'd'].map((name) => audit(name, [`${name} 1`, `${name} 2`]));
  const onStep = ({ about, done, of }: { about: string; done: number; of: number }) =>
    begun.push(`${about} ${done}/${of}`);
  const all = ['a 1', 'a 2', 'b 1', 'b 2', 'c 1', 'c 2', 'd 1', 'd 2'];
  expect(await findFaultsBeside([app.db, app.db], audits, { onStep })).toEqual(all);
  expect(begun.slice(0, 2)).toEqual(['a 0/4', 'd 1/4']);
  expect(begun).toHaveLength(4);
});

test('an audit that fails is told, once the other connection has come to its end', async () => {
  let isOver = false;
  const audits: Audit[] = [
    { about: 'quick', find: () => Promise.reject(new Error('cannot be read')) },
    {
      about: 'slow',
      find: async (db) => {
        await sql`select pg_sleep(0.2)`.execute(db);
        isOver = true;
        return [];
      },
    },
  ];
  const failing = findFaultsBeside([app.db, app.db], audits);
  await expect(failing).rejects.toThrow('cannot be read');
  expect(isOver).toBe(true);
});
