import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '#src/test/render-screen.tsx';
import { Tooltips } from './tooltips.tsx';

function Actions({ isDeletable = true }: { isDeletable?: boolean }) {
  return (
    <div style={{ padding: 80 }}>
      <button type="button" data-tooltip="Edit User">
        <svg width={18} height={18} aria-hidden />
      </button>
      {isDeletable && (
        <button type="button" data-tooltip="Delete User" data-tooltip-side="beside">
          Delete
        </button>
      )}
      <button type="button">Other</button>
      <Tooltips />
    </div>
  );
}

it('names what the pointer rests on, one thing at a time', async () => {
  const screen = await renderScreen(<Actions />);
  const tooltip = screen.getByRole('tooltip');
  await userEvent.hover(screen.getByRole('button').first());
  await expect.element(tooltip).toHaveTextContent('Edit User');
  await userEvent.hover(screen.getByRole('button', { name: 'Delete' }));
  await expect.element(tooltip).toHaveTextContent('Delete User');
  await userEvent.hover(screen.getByRole('button', { name: 'Other' }));
  await expect.element(tooltip).not.toBeInTheDocument();
});

it('stands above what it belongs to, or beside it', async () => {
  const screen = await renderScreen(<Actions />);
  const [edit, remove] = [
    screen.getByRole('button').first(),
    screen.getByRole('button', { name: 'Delete' }),
  ];
  const boxOf = (locator: typeof edit) => locator.element().getBoundingClientRect();
  await userEvent.hover(edit);
  const tooltip = screen.getByRole('tooltip');
  await expect.element(tooltip).toHaveTextContent('Edit User');
  await expect.poll(() => boxOf(tooltip).bottom).toBeLessThan(boxOf(edit).top);
  await userEvent.hover(remove);
  await expect.element(tooltip).toHaveTextContent('Delete User');
  await expect.poll(() => boxOf(tooltip).left).toBeGreaterThan(boxOf(remove).right);
});

it('comes by key as well, and goes by any key', async () => {
  const screen = await renderScreen(<Actions />);
  // Where the pointer was left by the test before, it may rest on one that has a tooltip.
  await userEvent.hover(screen.getByRole('button', { name: 'Other' }));
  await userEvent.keyboard('{Tab}');
  const tooltip = screen.getByRole('tooltip');
  await expect.element(tooltip).toHaveTextContent('Edit User');
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
});
