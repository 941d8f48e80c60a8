import { Skeleton } from '@mantine/core';
import { clients } from '@pitboss/contract/clients';
import { users } from '@pitboss/contract/users';
import { type ComponentType, Suspense } from 'react';
import { tabIn } from '#src/lib/client-tabs.ts';
import { useIdParam, useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { wholeUser } from '#src/lib/whole-user.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { TabContext } from '#src/ui/tab.ts';
import { BalanceSection } from './balance-section.tsx';
import { ClientFigures } from './client-figures.tsx';
import { ClientHead } from './client-head.tsx';
import { ClientNotes } from './client-notes.tsx';
import { ClientSessions } from './client-sessions.tsx';
import { ClientTabs } from './client-tabs.tsx';
import { HistoryTab } from './history-tab.tsx';

/** Screens of other nouns, which show one account's rows where the address names it. */
export interface ListScreens {
  bets: ComponentType;
  /** The same of everybody below an operator. */
  branchBets: ComponentType;
  statement: ComponentType;
  requests: ComponentType;
  downline: ComponentType;
}

/** All there is to know of one account below the operator, and to do about it. */
export function ClientScreen({ screens }: { screens: ListScreens }) {
  const userId = useIdParam('userId');
  if (userId === undefined) return null;
  return <Client key={String(userId)} userId={userId} screens={screens} />;
}

function Client({ userId, screens }: { userId: bigint; screens: ListScreens }) {
  const read = useRead(users.profile, { body: { userId } }, { isInline: true });
  const { data: figures, isPending: areFiguresPending } = useRead(
    clients.get,
    { params: { id: userId } },
    { isExtra: true, failed: null },
  );
  if (read.error && !read.data) {
    return <LoadFailure error={read.error} onRetry={() => read.refetch()} />;
  }
  // All of it at once: figures that come later would push what is read or pressed below them away.
  if (!read.data || areFiguresPending) return <Skeleton height={320} />;
  const user = wholeUser(userId, read.data);
  return (
    <>
      <ClientHead user={user} parentId={read.data.parent ?? undefined} figures={figures} />
      <ClientFigures user={user} figures={figures} />
      {figures && <BalanceSection userId={userId} />}
      <ClientTabs name={user.username} isOperator={user.role === 'ADMIN'} hasExtras={!!figures} />
      <TabContext value={true}>
        <Suspense>
          <Tab userId={userId} user={user} screens={screens} />
        </Suspense>
      </TabContext>
    </>
  );
}

interface TabProps {
  userId: bigint;
  user: ReturnType<typeof wholeUser>;
  screens: ListScreens;
}

function Tab({ userId, user, screens }: TabProps) {
  const [state] = useUrlState();
  const isOperator = user.role === 'ADMIN';
  switch (tabIn(state)) {
    case 'statement':
      return <screens.statement />;
    case 'requests':
      return <screens.requests />;
    case 'downline':
      return isOperator ? <screens.downline /> : null;
    case 'sessions':
      return <ClientSessions userId={userId} />;
    case 'history':
      return <HistoryTab userId={userId} name={user.username} />;
    case 'notes':
      return <ClientNotes userId={userId} name={user.username} />;
    default:
      return isOperator ? <screens.branchBets /> : <screens.bets />;
  }
}
