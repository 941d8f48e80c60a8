import { MoveAmount } from '@pitboss/contract/money';
import { parseJson } from '@pitboss/server/http/request-body';
import { ask, must } from '@pitboss/testkit/http-client';
import { addPerson } from '@pitboss/testkit/people-by-call';
import * as z from 'zod/mini';
import { control, expectThat, newRow, type Options, type Row, randomOf } from './row.ts';
import { asSuper, type Stage } from './stage.ts';

/** Written out as they stand in the body: many have no other form. */
const odd = [
  '-1',
  '0',
  '0.99',
  '1.001',
  '1.005',
  '1000000000000.01',
  '1e15',
  '9007199254740993',
  '1e308',
  '1e400',
  'NaN',
  'Infinity',
  'true',
  '[7]',
  'null',
  '{}',
  '-0',
  '1e2',
  '1.0000000000000001',
  '"0x10"',
  '" 9 "',
  '"٥"',
  '"５"',
  '"1e2"',
  '"+5"',
  '"-5"',
  '"5."',
  '".5"',
  '"05"',
  '"5,00"',
  '"1_000"',
  '"5\\u0000"',
  '""',
  '"NaN"',
  '{"$numberDecimal":"5"}',
  '[]',
  '"5\\n"',
];
const plain = ['1', '1.11', '1.1', '1.10', '5.00', '"5"', '"1.50"', '157.26', '"10000.00"'];

type Codec = (text: string) => bigint | undefined;

/** As a request takes it: strict JSON, then the contract. */
const ours: Codec = (text) => {
  const body = parseJson(`{"amount":${text}}`) as { amount: unknown };
  const read = z.safeDecode(MoveAmount, body.amount as number);
  return read.success ? read.data : undefined;
};

/** The check that money in doubles invites. */
const multipleOfACent: Codec = (text) => {
  const value = Number(text);
  return Number.isInteger(value / 0.01) ? BigInt(Math.round(value * 100)) : undefined;
};

function sweep(codec: Codec): { amounts: number; refused: number; changed: number } {
  const count = { amounts: 0, refused: 0, changed: 0 };
  for (let minor = 100; minor <= 1_000_000; minor++) {
    const read = codec(String(minor / 100));
    count.amounts += 1;
    if (read === undefined) count.refused += 1;
    else if (read !== BigInt(minor)) count.changed += 1;
  }
  return count;
}

/** Which of the odd forms are taken, and which of the plain ones are not. */
async function tryForms(isTaken: (text: string) => Promise<boolean>): Promise<string[]> {
  const wrong: string[] = [];
  for (const text of odd) if (await isTaken(text)) wrong.push(`${text} is taken as an amount.`);
  for (const text of plain) if (!(await isTaken(text))) wrong.push(`${text} is refused.`);
  return wrong;
}

/** S4: every amount of two decimals is booked to the cent, and nothing else is an amount. */
export async function amounts(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S4', 'amounts', options);
  const count = sweep(ours);
  expectThat(row, count.refused + count.changed === 0, `Of the sweep: ${JSON.stringify(count)}.`);
  const { refused } = sweep(multipleOfACent);
  control(row, `multiples of 0.01 in doubles refuse ${refused} right amounts`, refused > 0);

  const target = await stage.quiet();
  try {
    const { port } = target;
    const token = await asSuper(target);
    const id = await addPerson(port, token, { username: 'saver' });
    let bookedMinor = 0n;
    const deposit = async (text: string) => {
      const headers = { 'content-type': 'application/json' };
      const path = `/api/transactions/deposit/${id}`;
      const { status } = await ask(port, { path, token, headers, body: `{"amount":${text}}` });
      expectThat(row, status === 200 || status === 400, `${text} is answered with ${status}.`);
      if (status === 200) bookedMinor += BigInt(Math.round(Number(JSON.parse(text)) * 100));
      return status === 200;
    };
    row.findings.push(...(await tryForms(deposit)));
    const random = randomOf(options.seed);
    for (let tried = 0; tried < 300; tried++) {
      const minor = 100 + Math.floor(random() * 999_900);
      expectThat(row, await deposit(String(minor / 100)), `${minor / 100} is refused.`);
    }
    const profile = { path: '/api/users/userprofile', token, body: { userId: id } };
    const { balance } = (await must(port, profile)).data;
    const isToTheCent = BigInt(Math.round(balance * 100)) === bookedMinor;
    expectThat(row, isToTheCent, `Sent ${bookedMinor} cents, the wallet holds ${balance}.`);
    row.counts = { ...count, odd: odd.length, deposits: 300 };
  } finally {
    await target.stop();
  }
  const careless = await tryForms(async (text) => {
    try {
      return Number(JSON.parse(text)) > 0;
    } catch {
      return false;
    }
  });
  control(row, `a plain Number() takes ${careless.length} forms wrongly`, careless.length > 0);
  return [row];
}
