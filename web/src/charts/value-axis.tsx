import { AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import type { scaleLinear } from '@visx/scale';
import { formatShort } from '#src/lib/format.ts';
import classes from './time-chart.module.css';

interface Props {
  scale: ReturnType<typeof scaleLinear<number>>;
  left: number;
  right: number;
}

const ticks = 4;

/** The amounts beside a chart, with a line across it for each. */
export function ValueAxis({ scale, left, right }: Props) {
  return (
    <>
      <GridRows
        scale={scale}
        left={left}
        width={right - left}
        numTicks={ticks}
        stroke="var(--line)"
      />
      <AxisLeft
        scale={scale}
        left={left}
        numTicks={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => formatShort(Number(value))}
        tickLabelProps={{ className: classes.words ?? '', textAnchor: 'end', dx: -2, dy: 4 }}
      />
    </>
  );
}
