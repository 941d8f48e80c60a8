import IconBan from 'tabler:ban';
import IconCheck from 'tabler:check';
import IconClock from 'tabler:clock';
import IconX from 'tabler:x';
import type { CashRequest, CashRequestStatus } from '@pitboss/contract/cash-requests';
import { capitalise } from '#src/lib/format.ts';
import type { Icon } from '#src/ui/icon.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './cash-requests.module.css';

const icons: Record<CashRequestStatus, Icon> = {
  success: IconCheck,
  failed: IconX,
  pending: IconClock,
  cancelled: IconBan,
};

/** The status as a word and a sign beside the row's colour, with the note of who decided it. */
export function RequestStatus({ request: { status, note } }: { request: CashRequest }) {
  return (
    <>
      <StatusBadge status={capitalise(status)} icon={icons[status]} />
      {note && (
        <span className={classes.note} title={note}>
          {note}
        </span>
      )}
    </>
  );
}
