interface Given {
  width: number;
  /** The axis of targets runs from 1.00× to this one. */
  lastHundredths: number;
  highestShare: number;
}

type Anchor = 'start' | 'middle' | 'end';

const height = 230;
const margin = { left: 50, right: 8, top: 10, bottom: 28 };
const firstHundredths = 100;
/** The width of a sign in a label of the lower axis, and the least distance between two labels. */
const signPx = 7;
const gapPx = 16;

/** Room for the limit's words above its line; what returns more than double is cut off. */
const shareMax = { least: 1.2, most: 2 };

/** Where the chart puts a target and a share, with the labels of both axes. */
export function chartScale({ width, lastHundredths, highestShare }: Given) {
  const left = margin.left;
  const right = width - margin.right;
  const { top } = margin;
  const bottom = height - margin.bottom;
  const last = Math.max(lastHundredths, firstHundredths + 1);
  const topShare = Math.min(Math.max(highestShare * 1.08, shareMax.least), shareMax.most);
  const decades = Math.log(last / firstHundredths);
  const x = (hundredths: number) =>
    left + (Math.log(hundredths / firstHundredths) / decades) * (right - left);
  // A share beyond the top stays outside of the drawing and is cut off there.
  const y = (share: number) => bottom - (share / topShare) * (bottom - top);
  const shareTicks = [0, 0.5, 1, 1.5, 2].filter((share) => share <= topShare);
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x,
    y,
    shareTicks,
    targetTicks: targetTicks(last, x),
  };
}

/** Both ends, and of 1, 2, 5, 10, 20 … those that have room between them. */
function targetTicks(last: number, x: (hundredths: number) => number) {
  const ticks: { hundredths: number; anchor: Anchor }[] = [
    { hundredths: firstHundredths, anchor: 'middle' },
  ];
  const halfPx = (hundredths: number) => (targetLabel(hundredths).length * signPx) / 2;
  // The last label ends where the axis does.
  const freeTo = x(last) - 2 * halfPx(last) - gapPx;
  let freeFrom = x(firstHundredths) + halfPx(firstHundredths) + gapPx;
  for (const hundredths of roundTargets(last)) {
    const [from, to] = [x(hundredths) - halfPx(hundredths), x(hundredths) + halfPx(hundredths)];
    if (from < freeFrom || to > freeTo) continue;
    ticks.push({ hundredths, anchor: 'middle' });
    freeFrom = to + gapPx;
  }
  return [...ticks, { hundredths: last, anchor: 'end' as const }];
}

export function targetLabel(hundredths: number): string {
  return `${(hundredths / 100).toLocaleString('en-US')}×`;
}

function roundTargets(last: number): number[] {
  const powers = Array.from({ length: 7 }, (_, power) => firstHundredths * 10 ** power);
  // Over many powers of ten only those themselves make an even row.
  const parts = last > 1_000 * firstHundredths ? [1] : [1, 2, 5];
  const steps = powers.flatMap((power) => parts.map((part) => part * power));
  return steps.filter((hundredths) => hundredths > firstHundredths && hundredths < last);
}
