import { exactTime } from '#src/lib/exact-time.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import classes from './moment.module.css';

/** A moment (docs/panel.md, Dates); pointed at, it says the same exactly, with its zone. */
export function Moment({ at }: { at: Date }) {
  const [day, clock] = formatTimestamp(at).split(', ');
  return (
    <time dateTime={at.toISOString()} data-tooltip={exactTime(at)}>
      {day}, <span className={classes.clock}>{clock}</span>
    </time>
  );
}
