/** What the same check says when the guard is off or a fault is planted: it must notice. */
export interface Control {
  what: string;
  found: number;
  isNoticed: boolean;
}

export interface Outcome {
  /** The row of the goal that it stands for. */
  row: string;
  name: string;
  seed: number;
  rounds: number;
  acknowledged: number;
  /** Changes that were made, but whose answer never came, so that they were asked for again. */
  replayed: number;
  lost: number;
  doubled: number;
  longestGapMs: number;
  figures: Record<string, number | string>;
  controls: Control[];
  /** A sentence for each thing that does not hold. */
  faults: string[];
  /** What took longer than it may; counts where nobody else keeps the machine busy. */
  late: string[];
}

export function holds({ lost, doubled, faults, controls }: Outcome): boolean {
  const isWatched = controls.length > 0 && controls.every((one) => one.isNoticed);
  return lost === 0 && doubled === 0 && faults.length === 0 && isWatched;
}

/** Adds how busy others kept the machine, and judges times where it was free. */
export function judgeTimes(outcome: Outcome, othersPercent: number, isFree: boolean): Outcome {
  const faults = isFree ? [...outcome.faults, ...outcome.late] : outcome.faults;
  const figures = { ...outcome.figures, othersPercent };
  return { ...outcome, figures, faults, late: isFree ? [] : outcome.late };
}

export function control(what: string, found: number): Control {
  return { what, found, isNoticed: found > 0 };
}

/** Counted things of a race that has no client's book. */
export function raceOutcome(
  given: Pick<Outcome, 'row' | 'name' | 'seed' | 'rounds' | 'acknowledged' | 'controls'> & {
    faults: string[];
    late?: string[];
    figures?: Outcome['figures'];
    lost?: number;
    doubled?: number;
    replayed?: number;
  },
): Outcome {
  return { replayed: 0, lost: 0, doubled: 0, longestGapMs: 0, figures: {}, late: [], ...given };
}

export function lineOf(outcome: Outcome): string {
  const { row, name, seed, rounds, acknowledged, replayed, lost, doubled } = outcome;
  return JSON.stringify({
    row,
    name,
    seed,
    rounds,
    acknowledged,
    replayed,
    lost,
    doubled,
    longestGapMs: Math.round(outcome.longestGapMs),
    ...outcome.figures,
    controls: outcome.controls.map((one) => `${one.what}: ${one.found}, ${verdictOf(one)}`),
    faults: outcome.faults,
    lateOnBusyMachine: outcome.late,
    holds: holds(outcome),
  });
}

function verdictOf({ isNoticed }: Control): string {
  return isNoticed ? 'noticed' : 'NOT NOTICED';
}

const columns: [title: string, width: number, of: (outcome: Outcome) => string | number][] = [
  ['name', 30, ({ row, name }) => `${row} ${name}`],
  ['rounds', 7, ({ rounds }) => rounds],
  ['acknowledged', 13, ({ acknowledged }) => acknowledged],
  ['replayed', 9, ({ replayed }) => replayed],
  ['lost', 5, ({ lost }) => lost],
  ['doubled', 8, ({ doubled }) => doubled],
  ['longest gap', 12, ({ longestGapMs }) => `${(longestGapMs / 1000).toFixed(1)} s`],
  ['', 0, (outcome) => (holds(outcome) ? 'holds' : 'DOES NOT HOLD')],
];

/** One line of the table; without an outcome its head. */
export function rowOf(outcome?: Outcome): string {
  return columns
    .map(([title, width, of]) => String(outcome ? of(outcome) : title).padEnd(width))
    .join(' ')
    .trimEnd();
}

/** Controls and faults, each on a line below its row. */
export function remarksOf({ controls, faults, late, figures, seed }: Outcome): string[] {
  const measured = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  return [
    `  seed ${seed}${measured.length > 0 ? `; ${measured.join(', ')}` : ''}`,
    ...controls.map((one) => `  control, ${one.what}: ${one.found}, ${verdictOf(one)}`),
    ...faults.map((fault) => `  FAULT ${fault}`),
    ...late.map((what) => `  late, not judged, for others keep the machine busy: ${what}`),
  ];
}
