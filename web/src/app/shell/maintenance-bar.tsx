import { maintenance } from '@pitboss/contract/maintenance';
import IconTool from '@tabler/icons-react/dist/esm/icons/IconTool.mjs';
import { useRead } from '#src/lib/use-api.ts';
import classes from './shell.module.css';

const pollMs = 10_000;

/** Tells every operator on every screen while the game is under maintenance. */
export function MaintenanceBar() {
  const options = { pollMs, overlay: false, failed: null };
  const { data } = useRead(maintenance.get, {}, options);
  if (!data?.isMaintenance) return null;
  return (
    <p role="alert" className={classes.lost}>
      <IconTool size={18} aria-hidden /> Maintenance is on. No new rounds start and bets are
      refused.
    </p>
  );
}
