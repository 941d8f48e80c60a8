import { Anchor } from '@mantine/core';
import { type ClientPl, playReports } from '@pitboss/contract/play-reports';
import { Link } from '@tanstack/react-router';
import type { Way } from '#src/charts/point.ts';
import { RankBars } from '#src/charts/rank-bars.tsx';
import { listColumns } from '#src/data-table/list-columns.ts';
import { PagedTable } from '#src/data-table/paged-table.tsx';
import { useTablePage } from '#src/data-table/use-table-page.ts';
import type { UrlState } from '#src/lib/address.ts';
import { formatCount } from '#src/lib/format.ts';
import { momentsIn, rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { playLooks, playTotals } from './play-columns.tsx';
import { ReportBox } from './report-box.tsx';

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
  const table = useTablePage(playReports.byClient, {
    columns,
    filters: { ...momentsIn(state), currency, userId },
    defaultOrder: { column: 'pl', dir: 'desc' },
  });
  const { page } = table;
  return (
    <>
      {page && (
        <ReportBox>
          <RankBars
            title="Profit/Loss of the clients on this page"
            ranks={page.data.map((client) => ({
              key: String(client._id),
              name: client.username,
              minor: client.pl,
              way: wayTo(state, client),
            }))}
          />
        </ReportBox>
      )}
      <PagedTable
        table={table}
        label="Bet Details by client"
        rowKey={({ _id }) => String(_id)}
        totals={({ players, ...totals }) => ({
          ...playTotals(totals),
          bets: `${formatCount(totals.bets)} of ${formatCount(players)} players`,
        })}
      />
    </>
  );
}

function ClientName({ client }: { client: ClientPl }) {
  const [state] = useUrlState();
  const way = wayTo(state, client);
  return (
    <Anchor inherit renderRoot={(props) => <Link {...way} {...props} />}>
      {client.username}
    </Anchor>
  );
}

/** To the client's bets that make the row. */
function wayTo(state: UrlState, { _id }: ClientPl): Way {
  const { from, to } = state;
  const moments = from && to ? { from, to } : rangeIn(state);
  return { to: '/bets', search: { userId: String(_id), type: 'settled', ...moments } };
}
