import type { RoundDetails } from '@pitboss/contract/rounds';
import { type RoundVerdict, verifyRound } from '@pitboss/engine/verify';
import { engineTable } from '#src/lib/engine-table.ts';
import { formatMultiplier } from '#src/lib/format.ts';

export interface Finding {
  kind: 'right' | 'wrong' | 'unchecked';
  words: string;
}

/** What drawing an ended round again shows, in words. */
export function findingsOf(round: RoundDetails, seed: string): Finding[] {
  const verdict = verdictOn(round, seed);
  if (!verdict) return [finding(false, 'Nothing can be drawn from this seed and table.')];
  return [
    verdict.isSeedRight
      ? finding(true, 'The seed matches the hash.')
      : finding(false, 'The seed does not match the hash.'),
    verdict.isTableRight
      ? finding(true, 'The table matches its hash.')
      : finding(false, 'The table does not match its hash.'),
    multiplierFinding(round, verdict),
  ];
}

function verdictOn(round: RoundDetails, seed: string): RoundVerdict | undefined {
  const { hash, tableHash, bands, builtIn } = round;
  if (hash === undefined || tableHash === undefined || !bands) return undefined;
  try {
    return verifyRound({
      round: round.round,
      hash,
      seed,
      tableHash,
      table: engineTable(bands, builtIn ?? null),
      // A void round has no multiplier that could be the drawn one.
      multiplierHundredths: round.multiplier ?? 0,
    });
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

function multiplierFinding({ source, multiplier }: RoundDetails, verdict: RoundVerdict): Finding {
  if (!multiplier) {
    return { kind: 'unchecked', words: 'The round is void: there is no multiplier to check.' };
  }
  if (source === 'game') {
    const words = 'A game server reported the multiplier: only the seed and the table are checked.';
    return { kind: 'unchecked', words };
  }
  const drawn = formatMultiplier(verdict.drawnHundredths);
  return verdict.isMultiplierRight
    ? finding(true, `The multiplier is the drawn one: ${drawn}.`)
    : finding(false, `The multiplier is not the drawn one, which is ${drawn}.`);
}

function finding(isRight: boolean, words: string): Finding {
  return { kind: isRight ? 'right' : 'wrong', words };
}
