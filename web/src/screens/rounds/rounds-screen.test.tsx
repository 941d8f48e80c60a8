import { rounds } from '@pitboss/contract/rounds';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { dayEnd, dayStart, defaultRange, formatDay } from '#src/lib/dates.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawnRound, round } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { RoundsScreen } from './rounds-screen.tsx';

const usual = [
  round({ round: 902n, state: 'flying', multiplier: null }),
  round({ round: 901n, state: 'void', multiplier: null }),
  round(),
];

async function renderRounds(role: 'SUPER' | 'ADMIN', rows = usual, address = '/') {
  signInAs(role);
  const api = fakeApi();
  api.answer(rounds.list, { draw: 1, data: rows, recordsTotal: 4, recordsFiltered: 4 });
  const screen = await renderScreen(<RoundsScreen />, address);
  const history = screen.getByRole('table', { name: 'Round History' });
  await expect.element(history.getByText('902')).toBeVisible();
  return {
    api,
    screen,
    history,
    found: screen.getByRole('table', { name: 'Search Result' }),
    search: screen.getByRole('button', { name: 'Search' }),
    id: screen.getByLabelText('Round Id'),
  };
}

it('lists rounds by their last change, with a state in words where none crashed', async () => {
  const { api, history } = await renderRounds('ADMIN');
  const headers = history.getByRole('columnheader').elements();
  const words = ['Round Id', 'Multiplier', 'Created At', 'updated At'];
  expect(headers.map((header) => header.textContent)).toEqual(words);
  const shown = history.getByRole('row').elements().slice(1);
  expect(shown.map((row) => row.children[1]?.textContent)).toEqual(['Flying', 'Void', '2.35×']);
  expect(api.callsOf(rounds.list)[0]?.body).toMatchObject({ order: [{ column: 3, dir: 'desc' }] });
  await expect
    .element(history.getByRole('columnheader', { name: 'updated At' }))
    .toHaveAttribute('aria-sort', 'descending');
});

it('begins with yesterday and today, and follows the dates of the address', async () => {
  const { api, screen } = await renderRounds('ADMIN');
  const { startDay, endDay } = defaultRange();
  const asked = () => api.callsOf(rounds.list).at(-1)?.body;
  expect(asked()).toMatchObject({
    startDate: dayStart(startDay).toISOString(),
    endDate: dayEnd(endDay).toISOString(),
  });
  const [start, end] = [screen.getByLabelText('Start Date'), screen.getByLabelText('End Date')];
  await expect.element(start).toHaveValue(formatDay(startDay));
  await expect.element(end).toHaveValue(formatDay(endDay));
  await screen.unmount();
  const then = await renderRounds('ADMIN', usual, '/?startDay=2020-01-01&endDay=2020-02-01');
  await expect.element(then.screen.getByLabelText('End Date')).toHaveValue('01-02-2020');
  expect(then.api.callsOf(rounds.list)[0]?.body).toMatchObject({
    startDate: dayStart('2020-01-01').toISOString(),
    endDate: dayEnd('2020-02-01').toISOString(),
  });
});

it('lets only SUPER settle, from the list and from the search', async () => {
  const { api, screen, history, found, search, id } = await renderRounds('SUPER');
  await expect.element(history.getByRole('columnheader', { name: 'Actions' })).toBeVisible();
  api.answer(rounds.get, drawnRound());
  await id.fill(' 900 ');
  await search.click();
  await expect.poll(screen.search).toBe('?round=900');
  await expect.element(found.getByRole('button', { name: 'Round Settlement' })).toBeVisible();
  expect(found.getByRole('row').elements()).toHaveLength(2);
});

it('offers an ADMIN no settlement, neither in the list nor in the search', async () => {
  const { api, screen, found, search, id } = await renderRounds('ADMIN');
  api.answer(rounds.get, drawnRound({ unsettled: 2 }));
  await id.fill('900');
  await search.click();
  await expect.element(found.getByRole('cell', { name: '900' })).toBeVisible();
  expect(found.getByRole('row').elements()).toHaveLength(2);
  expect(screen.getByRole('columnheader', { name: 'Actions' }).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Round Settlement' }).elements()).toEqual([]);
});

it('offers settlement where something is left, and says elsewhere why not', async () => {
  const rows = [
    round({ round: 901n, state: 'flying', multiplier: null, unsettled: 3 }),
    round({ round: 902n, unsettled: 0 }),
    round({ round: 903n, unsettled: 2 }),
    // As a platform says it that has only what is given.
    round({ round: 904n }),
  ];
  const { screen, history } = await renderRounds('SUPER', rows);
  const settle = (id: number) =>
    history
      .getByRole('row', { name: new RegExp(String(id)) })
      .getByRole('button', { name: 'Round Settlement' });
  const reasons = {
    901: 'Round 901 has not ended yet: it settles when it has.',
    902: 'Nothing is left to settle in round 902.',
  };
  for (const [id, reason] of Object.entries(reasons)) {
    await expect.element(settle(Number(id))).toHaveAttribute('aria-disabled', 'true');
    await expect.element(settle(Number(id))).toHaveAccessibleDescription(reason);
    (settle(Number(id)).element() as HTMLElement).click();
  }
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  for (const id of [903, 904]) {
    await expect.element(settle(id)).not.toHaveAttribute('aria-disabled');
  }
  await settle(904).click();
  await expect.element(screen.getByRole('dialog', { name: 'Round Settlement' })).toBeVisible();
});

it('ignores a blank id and says in place what is no id and what is not there', async () => {
  const { api, screen, search, id, found } = await renderRounds('ADMIN');
  api.refuse(rounds.get, 404);
  await id.fill('   ');
  await userEvent.keyboard('{Enter}');
  expect(screen.search()).toBe('');
  await expect.element(id).toHaveAccessibleDescription('');
  await id.fill('12a');
  await userEvent.keyboard('{Enter}');
  await expect.element(id).toHaveAccessibleDescription('A round id is a whole number.');
  await expectNoViolation();
  expect(api.callsOf(rounds.get)).toEqual([]);
  await id.fill('77');
  await search.click();
  await expect.element(found.getByText('No matching records found')).toBeVisible();
  await expectNoViolation();
  await expect.element(id).toHaveAccessibleDescription('');
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(screen.search).toBe('');
  await expect.element(id).toHaveValue('');
});
