import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Way } from '#src/charts/point.ts';
import { formatChange } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { type Measure, measures, numberOf, textOf } from './measures.ts';
import classes from './sight.module.css';
import type { Figures } from './time-data.ts';

interface Props {
  /** Undefined while they are read: their room is kept. */
  figures: Figures | undefined;
  currency: string;
  beforeName: string;
  way: Way;
}

/** What the period brought so far, each figure a door, with the change against the one before. */
export function PeriodFigures({ figures, currency, beforeName, way }: Props) {
  return (
    <dl className={classes.figures} aria-busy={!figures}>
      {(Object.keys(measures) as Measure[]).map((measure) => (
        <div key={measure}>
          <dt>
            {measures[measure]}
            {currency && (measure === 'pl' || measure === 'stakes') && `, ${currency}`}
          </dt>
          <dd>
            {figures ? (
              <Link {...way} className={classes.figure}>
                <Total figures={figures} measure={measure} />
              </Link>
            ) : (
              <Skeleton className={classes.figure ?? ''}>0</Skeleton>
            )}
            <span className={classes.change}>
              {figures ? changeText(figures, measure, beforeName) : '…'}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Total({ figures: { whole }, measure }: { figures: Figures; measure: Measure }) {
  return measure === 'pl' ? <MoneyText minor={whole.pl} signed /> : textOf(whole, measure);
}

function changeText({ soFar, before }: Figures, measure: Measure, beforeName: string): string {
  const change = formatChange(numberOf(soFar, measure), numberOf(before, measure));
  return change ? `${change} against ${beforeName}` : 'nothing before to compare with';
}
