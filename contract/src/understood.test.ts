import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { all } from './all.ts';
import { banks } from './banks.ts';
import { bets } from './bets.ts';
import type { Endpoint } from './endpoint.ts';
import { maintenance } from './maintenance.ts';
import { transactions } from './transactions.ts';
import { understood } from './understood.ts';
import { users } from './users.ts';

function read({ body }: Endpoint, sent: object) {
  return z.decode(body, understood(body, sent) as never);
}

/** What the contract has against this value of this field; nothing against the others counts. */
function problemOf({ body }: Endpoint, field: string, value: unknown): string | undefined {
  const result = z.safeDecode(body, understood(body, { [field]: value }) as never);
  const issue = result.error?.issues.find(({ path }) => path[0] === field);
  return issue?.message;
}

interface Kind {
  type?: string;
  anyOf?: Kind[];
  enum?: unknown[];
  pattern?: string;
}

const fields = all.flatMap((endpoint) => {
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties as Record<string, Kind>).map(([field, kind]) => ({
    name: `${endpoint.name} ${field}`,
    endpoint,
    field,
    kind,
    isOptional: !required.includes(field),
  }));
});
const isOf = (type: string) => (kind: Kind) =>
  kind.type === type || (kind.anyOf?.some((one) => one.type === type) ?? false);
const isPlainText = ({ type, enum: words, pattern }: Kind) =>
  type === 'string' && !words && !pattern;

describe('of every call', () => {
  test('a flag may be text', () => {
    const flags = fields.filter(({ kind }) => isOf('boolean')(kind));
    expect(flags.length).toBeGreaterThan(4);
    for (const { name, endpoint, field } of flags) {
      for (const text of ['true', 'false']) {
        expect([name, problemOf(endpoint, field, text)]).toEqual([name, undefined]);
      }
      expect([name, problemOf(endpoint, field, 'maybe')]).not.toEqual([name, undefined]);
    }
  });

  test('a number may be text', () => {
    const numbers = fields.filter(({ kind }) => isOf('integer')(kind) || isOf('number')(kind));
    expect(numbers.length).toBeGreaterThan(30);
    for (const { name, endpoint, field } of numbers) {
      expect([name, problemOf(endpoint, field, '7')]).toEqual([
        name,
        problemOf(endpoint, field, 7),
      ]);
      expect([name, problemOf(endpoint, field, '7e1')]).not.toEqual([name, undefined]);
    }
  });

  test('what may be left out may be empty or null', () => {
    const optional = fields.filter(({ isOptional }) => isOptional);
    expect(optional.length).toBeGreaterThan(60);
    for (const { name, endpoint, field, kind } of optional) {
      expect([name, problemOf(endpoint, field, null)]).toEqual([name, undefined]);
      // A name that is made empty is no name, and says so.
      const isName = isPlainText(kind) || (kind.pattern ?? '').startsWith('^[A-Za-z');
      if (isName) continue;
      expect([name, problemOf(endpoint, field, '')]).toEqual([name, undefined]);
    }
  });
});

test('says the same in either form', () => {
  expect(read(transactions.deposit, { userId: '', amount: '12.50', remarks: null })).toEqual({
    amount: 1250n,
  });
  expect(read(users.list, { draw: '3', start: '10', length: '25', userId: null })).toMatchObject({
    draw: 3,
    start: 10,
    length: 25,
  });
  expect(read(maintenance.set, { isMaintenance: 'false' })).toEqual({ isMaintenance: false });
  const bank = { bankName: 'B', accountNumber: '0012', accountHolderName: 'H', IBAN: 'I' };
  expect(read(banks.add, { ...bank, limits: '3', maxAmount: '', status: '' })).toEqual({
    ...bank,
    limits: 3,
  });
  expect(read(banks.update, { limits: '', maxAmount: null })).toEqual({
    limits: null,
    maxAmount: null,
  });
  expect(read(users.update, { isDemo: 'true', minimumBets: '' })).toEqual({
    isDemo: true,
    minimumBets: null,
  });
});

test('leaves text as it was typed', () => {
  const sent = { name: '007', username: 'true', status: 'active' };
  expect(read(users.update, sent)).toEqual(sent);
});

test('understands an answer that holds the least, in the forms of other platforms', () => {
  const row = { user: { username: 'a' }, round: 5, stake: 3.5, type: 'settled', bettype: 'auto' };
  const at = '2026-11-15T00:00:00Z';
  const answer = {
    data: { data: [{ ...row, cashoutAmount: null, createdAt: at, updatedAt: at }] },
    totals: { totalStakes: { $numberDecimal: '3.50' }, totalCashoutAmount: '0' },
  };
  const { result } = bets.list;
  expect(z.decode(result, understood(result, answer, 'platform') as never)).toMatchObject({
    data: { data: [{ round: 5n, stake: 350n }] },
    totals: { totalStakes: 350n, totalCashoutAmount: 0n },
  });
  const wallet = { balance: { $numberDecimal: '10.25' }, exposure: '-3' };
  expect(
    z.decode(users.balance.result, understood(users.balance.result, wallet, 'platform') as never),
  ).toEqual({ balance: 1025n, exposure: -300n });
});
