import type { Table } from './band.ts';
import { crashPoint } from './crash-point.ts';
import { seedHash } from './seed-hash.ts';
import { tableHash } from './table-hash.ts';

export interface RoundProof {
  round: bigint;
  /** What was published before betting opened: the hashes of the seed and of the table. */
  hash: string;
  tableHash: string;
  /** What was shown when the round had ended. */
  seed: string;
  table: Table;
  multiplierHundredths: number;
}

export interface RoundVerdict {
  isSeedRight: boolean;
  isTableRight: boolean;
  /** Where the seed and the table say that the round crashed. */
  drawnHundredths: number;
  isMultiplierRight: boolean;
}

/** Draws an ended round again. A seed that is no hexadecimal text throws: there is no draw. */
export function verifyRound(proof: RoundProof): RoundVerdict {
  const drawnHundredths = crashPoint(proof.seed, proof.round, proof.table);
  return {
    isSeedRight: seedHash(proof.seed) === proof.hash.toLowerCase(),
    isTableRight: tableHash(proof.table) === proof.tableHash.toLowerCase(),
    drawnHundredths,
    isMultiplierRight: drawnHundredths === proof.multiplierHundredths,
  };
}
