import { expect, it, vi } from 'vitest';
import { renderScreen } from '#src/test/render-screen.tsx';
import { Pager } from './pager.tsx';

it('has full numbers: First Previous 1 … n Next Last', async () => {
  const screen = await renderScreen(<Pager page={5} pageCount={20} onPage={() => {}} />);
  await expect
    .element(screen.getByRole('navigation', { name: 'Pages' }))
    .toHaveTextContent('FirstPrevious1…456…20NextLast');
  await expect
    .element(screen.getByRole('button', { name: 'Page 5' }))
    .toHaveAttribute('aria-current', 'page');
});

it('goes where its words say', async () => {
  const onPage = vi.fn();
  const screen = await renderScreen(<Pager page={5} pageCount={20} onPage={onPage} />);
  for (const name of ['First', 'Previous', 'Page 6', 'Next', 'Last']) {
    await screen.getByRole('button', { name, exact: true }).click();
  }
  expect(onPage.mock.calls.flat()).toEqual([1, 4, 6, 6, 20]);
});

it('goes nowhere from the only page', async () => {
  const screen = await renderScreen(<Pager page={1} pageCount={1} onPage={() => {}} />);
  for (const name of ['First', 'Previous', 'Next', 'Last']) {
    await expect.element(screen.getByRole('button', { name })).toBeDisabled();
  }
});
