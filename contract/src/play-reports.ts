import * as z from 'zod/mini';
import { ordered, orderedAndSearched } from './columns.ts';
import { Play, Span } from './dashboard.ts';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import { blankable, dateRange, Id, pageBesideTotals, tableQuery } from './wire.ts';

const { players: _, ...played } = Play.shape;

/** What one client played in the dates. */
export const ClientPl = z.object({ _id: Id, username: z.string(), ...played });
export type ClientPl = z.output<typeof ClientPl>;

/** A branch below an operator; null is what its own clients played. */
export const OperatorPl = z.object({
  operator: z.nullable(z.object({ _id: Id, username: z.string(), isDeleted: z.boolean() })),
  ...Play.shape,
});
export type OperatorPl = z.output<typeof OperatorPl>;

/**
 * What rounds of one version of the multiplier table brought, and how far chance alone may carry
 * the return from what the table says.
 */
export const VersionPl = z.object({
  version: Id,
  rounds: z.int(),
  bets: z.int(),
  stakes: Money,
  cashout: Money,
  pl: Money,
  /** The least and the most that a player who always leaves at one target gets back. */
  returnMin: z.number(),
  returnMax: z.number(),
  /** Between them lies the return in 99 of 100 cases by chance alone; null for too few rounds. */
  chance: z.nullable(z.object({ from: z.number(), to: z.number() })),
});
export type VersionPl = z.output<typeof VersionPl>;

/** Apart from the report by rounds, which every screen has at hand. */
export const playReports = {
  byClient: endpoint({
    name: 'reports.byClient',
    method: 'POST',
    path: '/stats/clients',
    about: { kind: 'user', id: 'body.userId' },
    summary:
      "Settled play by client, of the caller's branch without demo accounts or of one below.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({ ...dateRange, userId: blankable(Id), currency: blankable(Currency) }),
    result: pageBesideTotals(ClientPl, Play),
    columns: {
      username: orderedAndSearched,
      bets: ordered,
      stakes: ordered,
      cashout: ordered,
      pl: ordered,
    },
  }),
  byOperator: endpoint({
    name: 'reports.byOperator',
    method: 'POST',
    path: '/stats/operators',
    about: { kind: 'user', id: 'body.userId' },
    summary: 'Settled play by the operators directly below the caller, or below one of its branch.',
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({
      userId: blankable(Id),
      currency: blankable(Currency),
      ...Span.shape,
    }),
    result: z.object({ currency: Currency, rows: z.array(OperatorPl), totals: Play }),
  }),
  byVersion: endpoint({
    name: 'reports.byVersion',
    method: 'POST',
    path: '/stats/versions',
    about: { kind: 'user', id: 'caller' },
    summary:
      "Settled play of the caller's branch by version of the multiplier table, beside its odds.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ currency: blankable(Currency), ...Span.shape }),
    result: z.object({ currency: Currency, rows: z.array(VersionPl) }),
  }),
};
