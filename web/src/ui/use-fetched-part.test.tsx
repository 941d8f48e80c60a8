import { Component, type ReactNode, useCallback, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '#src/test/render-screen.tsx';
import { useFetchedPart } from './use-fetched-part.ts';

/** How it was drawn, one after the other. */
const drawn = vi.fn();

function Words({ opened }: { opened: boolean }) {
  drawn(opened);
  return opened ? <p>Here it is</p> : null;
}

function Opener({ load }: { load: () => Promise<typeof Words> }) {
  const [isWanted, setWanted] = useState(false);
  const callOff = useCallback(() => setWanted(false), []);
  const { Part, opened, need, near } = useFetchedPart(load, { isWanted, callOff });
  const press = () => {
    need();
    setWanted(true);
  };
  return (
    <>
      <button type="button" onClick={press} {...near}>
        Open
      </button>
      {Part && <Part opened={opened} />}
    </>
  );
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? <p>Broken</p> : this.props.children);
}

/** The pointer stands where another test left it, and the button may come right under it. */
async function pointElsewhere(): Promise<void> {
  const screen = await renderScreen(<p>Elsewhere</p>);
  await screen.getByText('Elsewhere').hover();
}

it('fetches what is pointed at, and draws it closed first', async () => {
  await pointElsewhere();
  const load = vi.fn(async () => Words);
  const screen = await renderScreen(<Opener load={load} />);
  expect(load).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Open' }).hover();
  await expect.poll(() => drawn.mock.calls.at(-1)).toEqual([false]);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('Here it is')).toBeVisible();
});

it('opens what is pressed before it has come, and draws it closed first as well', async () => {
  drawn.mockClear();
  const { promise, resolve } = Promise.withResolvers<typeof Words>();
  const screen = await renderScreen(<Opener load={() => promise} />);
  await screen.getByRole('button', { name: 'Open' }).click();
  expect(drawn).not.toHaveBeenCalled();
  resolve(Words);
  await expect.element(screen.getByText('Here it is')).toBeVisible();
  expect(drawn.mock.calls[0]).toEqual([false]);
});

it('does not open what was called off by Escape before it has come', async () => {
  drawn.mockClear();
  const { promise, resolve } = Promise.withResolvers<typeof Words>();
  const screen = await renderScreen(<Opener load={() => promise} />);
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await userEvent.keyboard('{Escape}');
  resolve(Words);
  await expect.poll(() => drawn.mock.calls.length).toBeGreaterThan(1);
  expect(drawn).not.toHaveBeenCalledWith(true);
  await button.click();
  await expect.element(screen.getByText('Here it is')).toBeVisible();
});

it('says nothing to who only points at what cannot be fetched; who presses it hears', async () => {
  await pointElsewhere();
  const load = vi.fn(() => Promise.reject(new Error('No such file.')));
  const screen = await renderScreen(
    <Boundary>
      <Opener load={load} />
    </Boundary>,
  );
  const button = screen.getByRole('button', { name: 'Open' });
  await button.hover();
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(button).toBeVisible();
  await button.click();
  await expect.element(screen.getByText('Broken')).toBeVisible();
});
