import type { CashRequest } from '@pitboss/contract/cash-requests';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconClipboardList from '@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { RowAction } from '#src/ui/row-action.tsx';
import classes from './cash-requests.module.css';
import { useDesk } from './desk.ts';
import { StatusSelect } from './status-select.tsx';

export function CashRequestActions({ request }: { request: CashRequest }) {
  return (
    <div className={classes.actions}>
      <StatusSelect request={request} />
      <div className={classes.buttons}>
        <RequestButtons request={request} />
      </div>
    </div>
  );
}

/** What there is beside the decision. */
export function RequestButtons({ request }: { request: CashRequest }) {
  const { show } = useDesk();
  return (
    <>
      {request.bank && (
        <RowAction
          label="Bank Details"
          icon={IconBuildingBank}
          onClick={() => show({ kind: 'bank', request })}
        />
      )}
      {request.status === 'pending' && (
        <RowAction
          label="Reject"
          icon={IconMessage}
          onClick={() => show({ kind: 'failed', request })}
        />
      )}
      <RowAction
        label="History"
        icon={IconClipboardList}
        onClick={() => show({ kind: 'history', request })}
      />
    </>
  );
}
