import type { BalanceHistory } from '@pitboss/contract/clients';

const widthMin = 260;
const height = 200;

/** Where the points of a balance are drawn, in pixels, and which amounts the axis names. */
export function balanceScale(points: BalanceHistory['points'], measured: number) {
  const width = Math.max(measured, widthMin);
  const highest = BigInt(Math.max(0, ...points.map(({ balance }) => Number(balance))));
  const unit = tickUnit(highest);
  const ceiling = Number(unit) * Math.max(1, Math.ceil(Number(highest) / Number(unit)));
  const ticks = Array.from({ length: ceiling / Number(unit) + 1 }, (_, n) => unit * BigInt(n));
  const [top, bottom] = [12, height - 28];
  // So wide are the words beside the axis.
  const left = 16 + 7.5 * String(ceiling / 100).length;
  const right = width - 8;
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    ticks,
    x: (index: number) => left + ((right - left) * index) / Math.max(1, points.length - 1),
    y: (minor: bigint) => bottom - ((bottom - top) * Number(minor)) / ceiling,
  };
}

/** One, two or five with noughts, so that the axis has two to five steps. */
function tickUnit(highest: bigint): bigint {
  let unit = 100n;
  for (let turn = 0; unit * 4n < highest; turn++) {
    unit = turn % 3 === 1 ? (unit * 5n) / 2n : unit * 2n;
  }
  return unit;
}
