import { randomBytes } from 'node:crypto';
import { auth } from '@pitboss/contract/auth';
import { secondFactor } from '@pitboss/contract/second-factor';
import { makeAdmin, makeSuper } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { factorOf, giveFactor } from '../test/second-factor.ts';
import { appOn } from '../test/test-app.ts';
import { testDatabase } from '../test/test-database.ts';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';

const key = randomBytes(32);

test('an encrypted secret is opened by its key, for its account, and by nothing else', () => {
  const kept = encryptSecret(key, 7n, 'JBSWY3DPEHPK3PXP');
  expect(kept.bytes.toString('latin1')).not.toContain('JBSWY');
  expect(decryptSecret(key, 7n, kept)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => decryptSecret(key, 8n, kept)).toThrow('another SECOND_FACTOR_KEY');
  expect(() => decryptSecret(randomBytes(32), 7n, kept)).toThrow('another SECOND_FACTOR_KEY');
  expect(() => decryptSecret(undefined, 7n, kept)).toThrow('SECOND_FACTOR_KEY is not set');
  const cut = { ...kept, bytes: kept.bytes.subarray(0, 20) };
  expect(() => decryptSecret(key, 7n, cut)).toThrow('authentication tag length');
});

test('a node with a key keeps secrets encrypted, and encrypts older ones when they are used', async () => {
  const app = await appOn(await testDatabase(), pino({ level: 'silent' }), { factorKey: key });
  onTestFinished(() => app.close());
  const root = await makeSuper(app);
  const kept = async (id: bigint) =>
    (
      await sql<{
        secret: Buffer;
      }>`select secret from second_factors where user_id = ${id}`.execute(app.db)
    ).rows[0]?.secret.toString('latin1');
  const [fresh, older] = [await makeAdmin(app, root), await makeAdmin(app, root)];
  const { secret } = (await app.call(secondFactor.begin, { token: fresh.token })).data;
  expect(await kept(fresh.id)).not.toContain(secret);
  const body = { code: factorOf(secret).code() };
  expect((await app.call(secondFactor.confirm, { token: fresh.token, body })).status).toBe(200);
  const factor = await giveFactor(app, older);
  expect(await kept(older.id)).toBe(factor.secret);
  for (const steps of [0, 1]) {
    const given = { username: older.username, password, code: factor.code(steps) };
    expect((await app.call(auth.login, { body: given })).status).toBe(200);
    expect(await kept(older.id)).not.toContain(factor.secret);
  }
});
