import * as z from 'zod/mini';
import { ordered, orderedAndSearched } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Currency, DecimalMoney, Elsewhere, Money } from './money.ts';
import { beyondGiven, dateRange, Id, Instant, pageBesideTotals, tableQuery } from './wire.ts';

export const Stats = z.object({
  newClients: z.int(),
  totalClients: z.int(),
  totalBets: z.int(),
  totalStakes: DecimalMoney,
  totalCashoutAmount: DecimalMoney,
  totalPl: Money,
  ...beyondGiven({ currency: Currency }),
});
export type Stats = z.output<typeof Stats>;

const figures = { totalBets: z.int(), Stakes: Money, cashoutAmount: DecimalMoney, totalPl: Money };

/** One round as a branch played it; stakes minus cash-outs is the operator's result. */
export const RoundPl = z.object({
  roundNumber: Id,
  ...figures,
  createdAt: Instant,
  ...beyondGiven({ currency: Currency }),
});
export type RoundPl = z.output<typeof RoundPl>;

export const reports = {
  stats: endpoint({
    name: 'reports.stats',
    method: 'POST',
    path: '/stats/allStats',
    about: { kind: 'user', id: 'caller' },
    summary: "Figures over the caller's branch in one currency, without demo accounts.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ currency: z.optional(Currency) }),
    result: Stats,
  }),
  roundPl: endpoint({
    name: 'reports.roundPl',
    method: 'POST',
    path: '/roundpl/getRoundPl',
    about: { kind: 'user', id: 'caller' },
    summary:
      "Settled play of the caller's branch by round, in one currency, without demo accounts.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({ ...dateRange, currency: z.optional(Currency) }),
    result: z.extend(pageBesideTotals(RoundPl, z.object(figures)), { elsewhere: Elsewhere }),
    columns: {
      roundNumber: orderedAndSearched,
      totalBets: ordered,
      Stakes: ordered,
      cashoutAmount: ordered,
      totalPl: ordered,
      createdAt: ordered,
    },
  }),
};
