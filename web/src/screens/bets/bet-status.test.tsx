import { expect, it } from 'vitest';
import { bet } from '#src/test/play.ts';
import { renderScreen } from '#src/test/render-screen.tsx';
import { BetStatus } from './bet-status.tsx';

it('shows where the bet left beside where the round crashed', async () => {
  const screen = await renderScreen(<BetStatus bet={bet({ multiplier: 150, crash: 1234 })} />);
  const both = screen.getByText('1.50× / 12.34×');
  await expect.element(both).toBeVisible();
  await expect.element(both).toHaveAttribute('data-tooltip', 'Left at 1.50×, crashed at 12.34×');
});

it('shows the crash alone of a lost bet, and nothing of one that was given back', async () => {
  const lost = await renderScreen(<BetStatus bet={bet({ crash: 120 })} />);
  await expect.element(lost.getByText('– / 1.20×')).toBeVisible();
  await lost.unmount();
  const back = await renderScreen(<BetStatus bet={bet({ type: 'void', crash: 120 })} />);
  await expect.element(back.getByText('Void')).toBeVisible();
  await expect.element(back.getByText('1.20×')).not.toBeInTheDocument();
});

it('leads to all that is known of the bet', async () => {
  const screen = await renderScreen(<BetStatus bet={bet()} />);
  await expect
    .element(screen.getByRole('link', { name: 'Bet 51' }))
    .toHaveAttribute('href', '/bets/51');
});
