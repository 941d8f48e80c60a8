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
