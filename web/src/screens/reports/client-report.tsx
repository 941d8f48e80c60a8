import { Anchor } from '@mantine/core';
import { type ClientPl, playReports } from '@pitboss/contract/play-reports';
import { Link } from '@tanstack/react-router';
import { listColumns } from '#src/data-table/list-columns.ts';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { formatCount } from '#src/lib/format.ts';
import { momentsIn, rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { playLooks, playTotals } from './play-columns.tsx';

const columns = listColumns(playReports.byClient, {
  username: {
    header: 'UserName',
    card: 'title',
    cell: (client) => <ClientName client={client} />,
  },
  ...playLooks,
});

/** What each client played; those that brought most first. */
export function ClientReport() {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  const userId = state.admin === undefined ? undefined : BigInt(state.admin);
  return (
    <ServerTable
      // Clients of one operator must not stand under another, not even while the next ones load.
      key={state.admin ?? 'own'}
      endpoint={playReports.byClient}
      label="Bet Details by client"
      columns={columns}
      rowKey={({ _id }) => String(_id)}
      filters={{ ...momentsIn(state), currency, userId }}
      defaultOrder={{ column: 'pl', dir: 'desc' }}
      totals={({ players, ...totals }) => ({
        ...playTotals(totals),
        bets: `${formatCount(totals.bets)} of ${formatCount(players)} players`,
      })}
    />
  );
}

/** Leads to the client's bets that make the row. */
function ClientName({ client: { _id, username } }: { client: ClientPl }) {
  const [state] = useUrlState();
  const { from, to } = state;
  const moments = from && to ? { from, to } : rangeIn(state);
  const search = { userId: String(_id), type: 'settled', ...moments };
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/bets" search={search} {...props} />}>
      {username}
    </Anchor>
  );
}
