import { Link } from '@tanstack/react-router';
import type { Way } from '#src/charts/point.ts';
import { formatChange } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { type Measure, measures, numberOf, textOf } from './measures.ts';
import classes from './sight.module.css';
import type { Figures } from './time-data.ts';

interface Props {
  figures: Figures;
  currency: string;
  beforeName: string;
  way: Way;
}

/** What the period brought so far, each figure a door, with the change against the one before. */
export function PeriodFigures({ figures: { whole, soFar, before }, ...props }: Props) {
  const { currency, beforeName, way } = props;
  return (
    <dl className={classes.figures}>
      {(Object.keys(measures) as Measure[]).map((measure) => {
        const change = formatChange(numberOf(soFar, measure), numberOf(before, measure));
        const isMoney = measure === 'pl' || measure === 'stakes';
        return (
          <div key={measure}>
            <dt>
              {measures[measure]}
              {isMoney && `, ${currency}`}
            </dt>
            <dd>
              <Link {...way} className={classes.figure}>
                {measure === 'pl' ? <MoneyText minor={whole.pl} signed /> : textOf(whole, measure)}
              </Link>
              <span className={classes.change}>
                {change ? `${change} against ${beforeName}` : 'nothing before to compare with'}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
