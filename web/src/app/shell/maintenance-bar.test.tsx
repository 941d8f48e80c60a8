import { expect, it } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeLive } from '#src/test/live.tsx';
import { renderScreen } from '#src/test/render-screen.tsx';
import { MaintenanceBar } from './maintenance-bar.tsx';

it('tells of maintenance as soon as it is heard of', async () => {
  const { tell, within } = fakeLive();
  const screen = await renderScreen(within(<MaintenanceBar />));
  expect(screen.getByRole('alert').elements()).toEqual([]);
  tell({ isMaintenance: true });
  const words = 'Maintenance is on. No new rounds start and bets are refused.';
  await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
  await expectNoViolation();
  tell({ isMaintenance: false });
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
