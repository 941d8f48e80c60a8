import type { CashRequest, CashRequestStatus } from '@pitboss/contract/cash-requests';
import type { Icon } from '@tabler/icons-react';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { capitalise } from '#src/lib/format.ts';
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
