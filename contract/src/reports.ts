import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Currency, DecimalMoney, Money } from './money.ts';

export const Stats = z.object({
  newClients: z.int(),
  totalClients: z.int(),
  totalBets: z.int(),
  totalStakes: DecimalMoney,
  totalCashoutAmount: DecimalMoney,
  totalPl: Money,
  currency: Currency,
});
export type Stats = z.output<typeof Stats>;

export const reports = {
  stats: endpoint({
    name: 'reports.stats',
    method: 'POST',
    path: '/stats/allStats',
    summary: "Figures over the caller's branch in one currency, without demo accounts.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ currency: z.optional(Currency) }),
    result: Stats,
  }),
};
