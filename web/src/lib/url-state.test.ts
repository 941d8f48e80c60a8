import { expect, it } from 'vitest';
import { parseSearch, rangeIn, readUrlState, stringifySearch } from './url-state.ts';

const read = (text: string) => readUrlState(parseSearch(text));

it('reads what a table writes into the address', () => {
  expect(read('?page=3&length=25&search=007&order=username.asc')).toEqual({
    page: 3,
    length: 25,
    search: '007',
    order: 'username.asc',
  });
});

it('takes nonsense for missing, field by field', () => {
  expect(
    read('?page=abc&length=-1&order=drop table&startDay=2026-02-30&currency=EUR&admin=x&search=ok'),
  ).toEqual({ search: 'ok' });
});

it('writes plain text that reads back the same', () => {
  const state = { page: 2, search: 'a&b=c 100%', startDay: '2026-01-31' };
  expect(read(stringifySearch(state))).toEqual(state);
});

it('fills the side of a date range that the address leaves out', () => {
  expect(rangeIn({ startDay: '2020-01-01' }).startDay).toBe('2020-01-01');
  expect(rangeIn({}).endDay).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
