import { openDatabase } from '@pitboss/server/db/database';
import { type FuzzTarget, fuzz, fuzzOrder } from '@pitboss/server/test/fuzz';
import { appOn } from '@pitboss/server/test/test-app';
import { actAs } from '@pitboss/server/users/act-as';
import { ask } from '@pitboss/testkit/http-client';
import { openTestSession } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { pino } from 'pino';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { quietSuper, type Stage, type Target } from './stage.ts';

/** The calls themselves go to the node; what they are about is made beside it. */
export async function fuzzTarget({ databaseUrl, port }: Target): Promise<FuzzTarget> {
  const database = openDatabase({ url: databaseUrl });
  const app = await appOn({ url: databaseUrl, ...database }, pino({ level: 'silent' }));
  const { username } = quietSuper;
  const { id } = await actAs(app.db, username);
  const root = { id, username, token: await openTestSession(app, id) };
  let serial = 0;
  return {
    app,
    root,
    send: async ({ method, url, headers, payload }) => {
      serial += 1;
      const from = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
      const asked = { method, path: url, body: payload };
      const answer = await ask(port, {
        ...asked,
        headers: { ...headers, 'x-forwarded-for': from },
      });
      const { status, headers: answered, text } = answer;
      // Hung up on in the middle of a body, or refused by the parser before any call is known: the
      // shape of that is looked at in sockets.attack.ts.
      return [0, 431].includes(status) ? tooLarge : { status, headers: answered, text };
    },
  };
}

const tooLarge = {
  status: 413,
  headers: { 'content-type': 'application/json' },
  text: '{"status":"error","message":"The connection was ended."}',
};

/** S7: whatever comes, a call answers as it is documented to, and a refusal changes nothing. */
export async function fuzzing(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S7', 'fuzz', options);
  const requests = options.isLong ? 20_000 : 300;
  const node = await stage.quiet({ TRUST_PROXY: 'on' });
  const target = await fuzzTarget(node);
  const total = { requests: 0, refused: 0 };
  try {
    for (const endpoint of fuzzOrder) {
      const result = await fuzz(target, endpoint, { seed: options.seed, requests });
      total.requests += result.requests;
      total.refused += result.refused;
      row.findings.push(...result.findings);
    }
    row.counts = { operations: fuzzOrder.length, each: requests, ...total };
    await plant(target, row);
  } finally {
    // Closing it checks that the books still balance.
    await target.app.close().catch((error: Error) => row.findings.push(error.message));
    await node.stop();
  }
  expectThat(row, total.requests > 0, 'Nothing was sent.');
  return [row];
}

async function plant(target: FuzzTarget, row: Row): Promise<void> {
  const endpoint = fuzzOrder.find(({ name }) => name === 'support.add');
  if (!endpoint) throw new Error('There is no call to plant a hole in.');
  const changing: FuzzTarget['send'] = async (request) => {
    const reply = await target.send(request);
    if (reply.status === 400) {
      await sql`update users set name = name where role = 'SUPER'`.execute(target.app.db);
    }
    return reply;
  };
  const failing: FuzzTarget['send'] = async (request) => {
    const reply = await target.send(request);
    const isNul = String(request.payload).includes('\\u0000');
    const text = '{"status":"error","message":"invalid byte sequence at db.ts:12"}';
    return isNul ? { ...reply, status: 500, text } : reply;
  };
  const found = async (send: FuzzTarget['send']) => {
    const sent = { seed: row.seed, requests: 40 };
    return (await fuzz({ ...target, send }, endpoint, sent)).findings.join();
  };
  const changed = await found(changing);
  control(row, 'a refusal after the change', changed.includes('changes what it may not'));
  const failed = await found(failing);
  control(row, 'a failure on a NUL byte', failed.includes('answers 500'));
  control(row, 'a refusal that quotes the database', failed.includes('lets out'));
}
