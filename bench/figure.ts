export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal: number;
  holds: boolean;
  detail: string;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** What HTTP reaches of the database's own limit, slot by slot. */
export function ratioFigure(
  name: string,
  http: Measured[],
  direct: number[],
  goal: number,
): Figure {
  const value = median(http.map((one, slot) => one.perSecond / (direct[slot] ?? Number.NaN)));
  const perSecond = Math.round(median(http.map((one) => one.perSecond)));
  const limit = Math.round(median(direct));
  const p50 = median(http.map((one) => one.p50Ms)).toFixed(1);
  const p99 = median(http.map((one) => one.p99Ms)).toFixed(1);
  return {
    name,
    value: Math.round(value * 100) / 100,
    unit: 'of pgbench',
    goal,
    holds: value >= goal,
    detail: `${perSecond}/s (p50 ${p50} ms, p99 ${p99} ms) against ${limit}/s`,
  };
}
