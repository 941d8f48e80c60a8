import { useLocalStorage } from '@mantine/hooks';
import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import { type ReactNode, useState } from 'react';
import type { RowProps } from '#src/data-table/list-props.ts';
import { PagedTable } from '#src/data-table/paged-table.tsx';
import { useTablePage } from '#src/data-table/use-table-page.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useLivePending } from '#src/live/use-live.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useIsPhone } from '#src/ui/use-is-phone.ts';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { ArrivalsNotice } from './arrivals-notice.tsx';
import { cashRequestColumns } from './cash-request-columns.tsx';
import { CashRequestDialogs } from './cash-request-dialogs.tsx';
import { CashRequestFilters, filtersIn } from './cash-request-filters.tsx';
import classes from './cash-requests.module.css';
import { type Decision, DeskContext, type DeskDialog } from './desk.ts';
import { PendingCards } from './pending-cards.tsx';
import { focusNextPending, useHeldFocus } from './row-focus.ts';
import { canDo, type RowCommand } from './shortcuts.ts';
import { ShortcutsPopover } from './shortcuts-popover.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useDecide } from './use-decide.ts';
import { useRowKeys } from './use-row-keys.ts';

/** docs/panel.md, Deposit/Withdraw. */
const autoRefreshMs = 10_000;

const newestFirst = { column: '_id', dir: 'desc' } as const;

/** Where an operator works through requests: what waits, the list, and the ways to decide. */
export function CashDesk({
  userId,
  children,
}: {
  userId?: bigint | undefined;
  children: ReactNode;
}) {
  const [state] = useUrlState();
  const isPhone = useIsPhone();
  const pending = useLivePending();
  const isRefreshed = state.refresh === 'on';
  const table = useTablePage(cashRequests.list, {
    columns: cashRequestColumns,
    filters: { ...filtersIn(state), userId },
    defaultOrder: newestFirst,
    newestFirst,
    length: 25,
    // What reads itself again every few seconds needs no word of it.
    beat: isRefreshed ? undefined : pending,
    pollMs: isRefreshed && autoRefreshMs,
    countsAsUse: true,
    overlay: false,
  });
  const rows = table.page?.data;
  const { isNew, arrivals, markSeen } = useArrivals(rows);
  const { subject: dialog, opened, show, close } = useRowDialog<DeskDialog>();
  const { decide } = useDecide({ onDone: focusNextPending });
  const choose = (request: CashRequest, decision: Decision) =>
    decision === 'success' ? show({ kind: 'success', request }) : decide(request, decision);
  useHeldFocus(rows);
  const shortcuts = useShortcuts(rows ?? [], { show, choose, isDialogOpen: opened });
  const rowProps = (request: CashRequest): RowProps => ({
    className: classes.row,
    tabIndex: -1,
    'data-request': String(request._id),
    'data-status': request.status,
    'data-new': isNew(request) || undefined,
    onMouseEnter: () => isNew(request) && markSeen([request._id]),
    onFocus: () => isNew(request) && markSeen([request._id]),
  });
  // Where there is room for it beforehand, so that no row moves under the hand when it comes.
  const arrived = (
    <ArrivalsNotice
      count={arrivals.length}
      onSeen={() => markSeen(arrivals.map(({ _id }) => _id))}
      isAboveRows={isPhone}
    />
  );
  return (
    <DeskContext value={{ show, choose, isNew }}>
      <PageHeader title="Deposit/Withdraw">
        {!isPhone && arrived}
        <ShortcutsPopover {...shortcuts} />
      </PageHeader>
      {children}
      <PendingCards
        pending={userId === undefined && pending ? pending : table.page?.pending}
        isAwaited={!table.page && !table.read.error}
      />
      <CashRequestFilters>{isPhone && arrived}</CashRequestFilters>
      <PagedTable
        table={table}
        label="Deposit/Withdraw"
        rowKey={(request) => String(request._id)}
        rowProps={rowProps}
      />
      {dialog && (
        <CashRequestDialogs dialog={dialog} rows={rows ?? []} opened={opened} onClose={close} />
      )}
    </DeskContext>
  );
}

interface Ways {
  show: (dialog: DeskDialog) => void;
  choose: (request: CashRequest, decision: Decision) => void;
  isDialogOpen: boolean;
}

function useShortcuts(rows: CashRequest[], { show, choose, ...ways }: Ways) {
  const [isOn, onTurn] = useLocalStorage({ key: 'cash-request-keys', defaultValue: true });
  const [opened, onChange] = useState(false);
  const onCommand = (command: RowCommand, request: CashRequest) => {
    if (!canDo(command, request)) return;
    if (command === 'pending') choose(request, command);
    else show({ kind: command, request });
  };
  const isDialogOpen = ways.isDialogOpen || opened;
  useRowKeys({ isOn, isDialogOpen, rows, onCommand, onHelp: () => onChange(true) });
  return { opened, onChange, isOn, onTurn };
}
