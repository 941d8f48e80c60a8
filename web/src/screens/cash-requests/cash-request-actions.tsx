import IconBuildingBank from 'tabler:building-bank';
import IconClipboardList from 'tabler:clipboard-list';
import IconMessage from 'tabler:message';
import type { CashRequest } from '@pitboss/contract/cash-requests';
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
