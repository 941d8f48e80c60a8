import { exactTime } from '#src/lib/exact-time.ts';
import { formatTimestamp } from '#src/lib/format.ts';

/** A moment as spec §9 writes it; pointed at, it says the same to the second with day and zone. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} data-tooltip={exactTime(at)}>
      {formatTimestamp(at)}
    </time>
  );
}
