import type { ResultOf } from '@pitboss/contract/endpoint';
import type { Band, multipliers } from '@pitboss/contract/multipliers';
import { bandsOf, defaultReturnMillionths, type Table } from '@pitboss/engine/band';
import { type ReturnRules, returnProblems } from '@pitboss/engine/return-problems';
import { tableHash } from '@pitboss/engine/table-hash';
import { bandsProblem } from '@pitboss/engine/table-problem';
import { engineTable } from '#src/lib/engine-table.ts';
import { formatCount } from '#src/lib/format.ts';

/** What is in play, and what may be; undefined until it is known. */
export type TableFacts = ResultOf<typeof multipliers.table> | undefined;

export interface Weighed {
  table: Table;
  /** Why rounds could not be drawn from it, in words; none: they could. */
  problems: string[];
}

export function rulesOf(facts: TableFacts): ReturnRules {
  if (!facts) return { limitMillionths: Number.POSITIVE_INFINITY, floorMillionths: 0 };
  return { limitMillionths: facts.rtpLimit, floorMillionths: facts.rtpFloor };
}

/** These bands as they would be published, and what speaks against that. */
export function weigh(bands: Omit<Band, '_id'>[], facts: TableFacts, rules: ReturnRules): Weighed {
  const table = engineTable(bands, facts?.builtIn ?? defaultReturnMillionths);
  // Of bands that are no table at all the returns say nothing.
  const problem = bandsProblem(bandsOf(table))?.message;
  return { table, problems: problem ? [problem] : returnProblems(table, rules) };
}

export function inPlayTable({ inPlay }: NonNullable<TableFacts>): Table {
  return engineTable(inPlay.bands, inPlay.builtIn);
}

/** Whether rounds are drawn from just this. */
export function isInPlay(table: Table, { inPlay }: NonNullable<TableFacts>): boolean {
  return tableHash(table) === inPlay.hash;
}

/** From which round on the version in play counts. */
export function sinceRound({ inPlay, nextRound }: NonNullable<TableFacts>): string {
  return roundText(inPlay.firstRound ?? nextRound);
}

export function roundText(round: bigint): string {
  return `round ${formatCount(Number(round))}`;
}
