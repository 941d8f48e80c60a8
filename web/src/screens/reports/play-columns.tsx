import type { Play } from '@pitboss/contract/dashboard';
import type { Column } from '#src/data-table/columns.ts';
import { formatCount } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';

type Played = Omit<Play, 'players'> & { players?: number };

/** Green above zero and red below it; nothing has neither colour. */
export function Pl({ minor }: { minor: bigint }) {
  return <MoneyText minor={minor} signed={minor !== 0n} />;
}

/** The figures of every report but that by rounds, under the words of that one. */
export const playLooks = {
  bets: {
    header: 'Total Bets',
    card: 'figure',
    isNumeric: true,
    cell: ({ bets }: Played) => formatCount(bets),
  },
  stakes: {
    header: 'Stake',
    card: 'figure',
    isNumeric: true,
    cell: ({ stakes }: Played) => <MoneyText minor={stakes} />,
  },
  cashout: {
    header: 'Cashout Amount',
    isNumeric: true,
    cell: ({ cashout }: Played) => <MoneyText minor={cashout} />,
  },
  pl: {
    header: 'Pl',
    card: 'figure',
    isNumeric: true,
    cell: ({ pl }: Played) => <Pl minor={pl} />,
  },
} as const;

export function playColumns<Row extends Played>(): Column<Row>[] {
  return Object.entries(playLooks).map(([id, look]) => ({ id, ...look }));
}

export const playersColumn = {
  id: 'players',
  header: 'Players',
  isNumeric: true,
  cell: ({ players = 0 }: Played) => formatCount(players),
} as const;

export function playTotals(totals: Played) {
  return {
    bets: formatCount(totals.bets),
    stakes: <MoneyText minor={totals.stakes} />,
    cashout: <MoneyText minor={totals.cashout} />,
    pl: <Pl minor={totals.pl} />,
    ...(totals.players === undefined ? {} : { players: formatCount(totals.players) }),
  };
}
