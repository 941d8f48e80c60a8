import { expect, it } from 'vitest';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { DateRangeFilter } from './date-range-filter.tsx';

const address = '/bets?startDay=2026-03-10&endDay=2026-03-20';

/** The filter of a list, with an address that follows only when it is let go. */
async function renderFilter(filter = <DateRangeFilter />) {
  signInAs('ADMIN');
  const { promise: letGo, resolve: followNow } = Promise.withResolvers<void>();
  let isHeld = false;
  const screen = await renderScreen(filter, address, () => (isHeld ? letGo : undefined));
  const [start, end] = [screen.getByLabelText('Start Date'), screen.getByLabelText('End Date')];
  await expect.element(start).toHaveValue('10-03-2026');
  isHeld = true;
  const choose = async (field: typeof start, day: string) => {
    await field.click();
    await screen.getByRole('button', { name: day, exact: true }).click();
  };
  return { screen, start, end, choose, followNow };
}

it('two days chosen before the address follows count both', async () => {
  const { screen, start, end, choose, followNow } = await renderFilter();
  await choose(start, '12 March 2026');
  await expect.element(start).toHaveValue('12-03-2026');
  await choose(end, '14 March 2026');
  await expect.element(end).toHaveValue('14-03-2026');
  await expect.element(start).toHaveValue('12-03-2026');
  followNow();
  await expect.poll(screen.search).toBe('?startDay=2026-03-12&endDay=2026-03-14');
  await expect.element(start).toHaveValue('12-03-2026');
  await expect.element(end).toHaveValue('14-03-2026');
});

it('a start behind the end takes the end along, and the other way round', async () => {
  const { screen, start, end, choose, followNow } = await renderFilter();
  followNow();
  await choose(start, '30 March 2026');
  await expect.element(start).toHaveValue('30-03-2026');
  await expect.element(end).toHaveValue('30-03-2026');
  await expect.poll(screen.search).toBe('?startDay=2026-03-30&endDay=2026-03-30');
  await choose(end, '4 March 2026');
  await expect.element(start).toHaveValue('04-03-2026');
  await expect.element(end).toHaveValue('04-03-2026');
  await expect.poll(screen.search).toBe('?startDay=2026-03-04&endDay=2026-03-04');
});

it('with a button they count once it is pressed, and stay as they were chosen', async () => {
  const { screen, start, end, choose, followNow } = await renderFilter(
    <DateRangeFilter withSearchButton />,
  );
  await choose(start, '12 March 2026');
  expect(screen.search()).toBe('?startDay=2026-03-10&endDay=2026-03-20');
  await screen.getByRole('button', { name: 'Search' }).click();
  await choose(end, '14 March 2026');
  await expect.element(start).toHaveValue('12-03-2026');
  await screen.getByRole('button', { name: 'Search' }).click();
  followNow();
  await expect.poll(screen.search).toBe('?startDay=2026-03-12&endDay=2026-03-14');
  await expect.element(end).toHaveValue('14-03-2026');
});

it('days by a name show that name before the address follows', async () => {
  const { screen, followNow } = await renderFilter();
  const named = screen.getByLabelText('Dates');
  await named.selectOptions('Today');
  await expect.element(named).toHaveDisplayValue('Today');
  await named.selectOptions('Yesterday and today');
  await expect.element(named).toHaveDisplayValue('Yesterday and today');
  followNow();
  await expect.poll(screen.search).toBe('');
  await expect.element(named).toHaveDisplayValue('Yesterday and today');
});
