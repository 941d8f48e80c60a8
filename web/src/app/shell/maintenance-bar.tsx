import IconTool from 'tabler:tool';
import { useLiveMaintenance } from '#src/live/use-live.ts';
import classes from './shell.module.css';

/** Tells every operator on every screen while the game is under maintenance. */
export function MaintenanceBar() {
  if (!useLiveMaintenance()) return null;
  return (
    <p role="alert" className={classes.lost}>
      <IconTool size={18} /> Maintenance is on. No new rounds start and bets are refused.
    </p>
  );
}
