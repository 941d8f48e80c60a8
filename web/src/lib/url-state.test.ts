import { expect, it } from 'vitest';
import { renderScreen } from '#src/test/render-screen.tsx';
import { parseSearch, stringifySearch } from './address.ts';
import { rangeIn } from './url-state.ts';

const read = parseSearch;

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
    read(
      '?page=1.5&length=7&order=drop table&startDay=2026-02-31&currency=EUR&admin=x&userId=abc' +
        '&round=abc&status=<b>&other=1&search=ok',
    ),
  ).toEqual({ search: 'ok' });
});

it.for([
  ['/users?admin=abc', '/users'],
  ['/bets?userId=abc', '/bets'],
  ['/rounds?round=abc', '/rounds'],
  ['/users?page=1.5', '/users'],
  ['/users?page=-1&search=x', '/users?search=x'],
  ['/users?length=7', '/users'],
  ['/bets?startDay=2026-02-31&endDay=2026-03-01', '/bets?endDay=2026-03-01'],
] as const)('%s is mended to %s', async ([given, mended]) => {
  const screen = await renderScreen('a screen', given);
  await expect.element(screen.getByText('a screen')).toBeVisible();
  expect(`${screen.path()}${screen.search()}`).toBe(mended);
});

it('writes plain text that reads back the same', () => {
  const state = { page: 2, search: 'a&b=c 100%', startDay: '2026-01-31' };
  expect(read(stringifySearch(state))).toEqual(state);
});

it('fills the side of a date range that the address leaves out', () => {
  expect(rangeIn({ startDay: '2020-01-01' }).startDay).toBe('2020-01-01');
  expect(rangeIn({ endDay: '2020-01-01' }).startDay).toBe('2020-01-01');
  expect(rangeIn({ startDay: '9000-01-01' }).endDay).toBe('9000-01-01');
  expect(rangeIn({}).endDay).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
