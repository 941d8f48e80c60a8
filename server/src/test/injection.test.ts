import { Writable } from 'node:stream';
import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FieldSchema, fieldsOf } from './fuzz-values.ts';
import { isTaken } from './is-taken.ts';
import { lasting } from './lasting.ts';
import { isPlayers, sampleRequest } from './sample-requests.ts';
import { type TestApp, testApp } from './test-app.ts';

let app: TestApp;
let root: TestPerson;
const lines: string[] = [];
let serial = 0;

const stream = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});

beforeAll(async () => {
  app = await testApp(pino({ level: 'debug' }, stream));
  root = await makeSuper(app);
});

afterAll(() => app.close());

/** What has done harm somewhere: in a database, page, template, spreadsheet, log or shell. */
const strings = [
  "Robert'); drop table users; --",
  "' or '1'='1' --",
  '1; select pg_sleep(9); --',
  '$$; delete from users; $$',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "javascript:alert('1')",
  '\u0024{7*7} {{7*7}} <%= 7*7 %> #{7*7}',
  '\u0024{jndi:ldap://127.0.0.1/a}',
  '=1+1',
  '=cmd|"/c calc"!A1',
  '@SUM(1+1)*cmd',
  '+1-1',
  'a\r\n{"level":60,"msg":"forged"}',
  '\u001b[31mred\u001b[0m',
  '\u202etxt.exe',
  'zero\u200bwidth',
  'a\u0000b',
  'half\ud800',
  '%00%0d%0a%s%n%x',
  '../../../../etc/passwd',
  '`id` $(id) | id',
  '__proto__',
  'Ünïcödé 😀 日本語 علی',
  'x'.repeat(1_000_000),
];

/** A field that takes any words, if they are not too many: no id, amount, time or choice. */
function isFreeText({ type, maxLength, anyOf = [], ...schema }: FieldSchema): boolean {
  if (anyOf.some(isFreeText)) return true;
  return type === 'string' && maxLength !== undefined && !('pattern' in schema);
}

interface Text {
  name: string;
  endpoint: Endpoint;
  path: string[];
}

const texts: Text[] = all
  .filter(({ effect, allow }) => effect !== 'read' && allow !== 'public')
  .flatMap((endpoint) =>
    fieldsOf(endpoint)
      .filter(({ path, schema }) => isFreeText(schema) && !/password/i.test(path.join()))
      .map(({ path }) => ({ name: `${endpoint.name} ${path.join('.')}`, endpoint, path })),
  );

function withText(raw: unknown, [name = '', ...rest]: string[], text: string): unknown {
  const whole = raw as Record<string, unknown>;
  const next = rest.length > 0 ? withText(whole[name], rest, text) : text;
  return Array.isArray(raw) ? [next, ...raw.slice(1)] : { ...whole, [name]: next };
}

function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => holds(one, text))
  );
}

test('the fields that take any words are found', () => {
  const names = texts.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'users.add name',
      'users.update name',
      'transactions.deposit remarks',
      'cash-requests.resolve note',
      'banks.add IBAN',
      'player.requestWithdraw bank.bankName',
      'events.add eventName',
      'support.add link',
      'service-keys.add name',
      'game.openRound ref',
    ]),
  );
});

describe.each(texts)('$name', ({ endpoint, path }) => {
  test('takes hostile words as words, or refuses them on their field', async () => {
    const target = await makeUser(app, root, { balance: 900_000n });
    const { token } = isPlayers(endpoint) ? target : root;
    let taken = 0;
    // What is refused has used nothing up.
    const sample = lasting(() => sampleRequest(app, endpoint.name, { actor: root, target }));
    for (const hostile of strings) {
      // Some names may be given only once; and a form cannot carry half a character.
      const text = `${hostile} ${++serial}`;
      if (endpoint.takes === 'multipart' && !text.isWellFormed()) continue;
      const request = await sample.get('request');
      const raw = withText(request.raw, path, text);
      const isGood = isTaken(endpoint, raw);
      const since = lines.length;
      const reply = await app.call(endpoint, { token, ...request, raw });
      const shown = text.slice(0, 30);
      if (isGood) {
        sample.spend('request');
        taken += 1;
        expect([shown, reply.status, reply.message]).toEqual([
          shown,
          endpoint.successStatus,
          reply.message,
        ]);
        const newest = app.db.selectFrom('audit_events').select(['after']).orderBy('id', 'desc');
        const event = await newest.limit(1).executeTakeFirst();
        expect([shown, holds([reply.body.data, event?.after], text)]).toEqual([shown, true]);
      } else {
        expect([shown, [400, 413].includes(reply.status)]).toEqual([shown, true]);
        if (reply.status === 400) expect(Object.keys(reply.errors)).toEqual([path.join('.')]);
      }
      expect(lines.length).toBeGreaterThan(since);
      // Whatever was said, each line of the log is one record and carries none of it.
      for (const line of lines.slice(since)) {
        expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true);
        expect(JSON.stringify(JSON.parse(line))).not.toContain('forged');
      }
    }
    expect(taken > 0 || path.at(-1) === 'link').toBe(true);
  });
});
