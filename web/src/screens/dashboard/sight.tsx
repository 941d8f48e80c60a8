import { dashboard } from '@pitboss/contract/dashboard';
import { useState } from 'react';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { UrlState } from '#src/lib/address.ts';
import { useOperator } from '#src/lib/session.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { useToday } from '#src/lib/use-today.ts';
import { ByOperator } from './by-operator.tsx';
import { type Measure, measures } from './measures.ts';
import { Now } from './now.tsx';
import { Panel } from './panel.tsx';
import { lookedAt, periodNames, spansOf } from './period.ts';
import { PeriodFigures } from './period-figures.tsx';
import { Segments } from './segments.tsx';
import classes from './sight.module.css';
import { cutUp, dayData, hourData, rowsOfDays } from './time-data.ts';
import { ToDo } from './to-do.tsx';
import { Who } from './who.tsx';

/** The business over time, what is to do and who to look at: all that stands below the cards. */
export function Sight({ pollMs }: { pollMs: number }) {
  const [{ period = 'today' }, setState] = useUrlState();
  const [measure, setMeasure] = useState<Measure>('pl');
  const currency = useChosenCurrency();
  const isSuper = useOperator()?.role === 'SUPER';
  const looked = lookedAt(period, useToday());
  const body = { currency, spans: spansOf(looked) };
  const options = { pollMs, isExtra: true, overlay: false };
  const play = useRead(dashboard.play, { body }, options);
  // Another platform may know the cards alone.
  if (play.error && !play.data) return null;
  const rest: UrlState = currency ? { currency } : {};
  const figures = play.data && cutUp(looked, play.data.spans);
  const unit = play.data?.currency ?? '';
  const asked = figures && { looked, figures, measure, currency: unit, rest };
  const named = measures[measure];
  const days = period === 'today' ? '30 days' : periodNames[period].toLowerCase();
  const { startDay, endDay } = looked.range;
  const shared = { looked, period, rest, pollMs };
  return (
    <>
      <div className={classes.bar}>
        <Segments
          label="Period"
          choices={periodNames}
          value={period}
          onChange={(period) => setState({ period })}
        />
        <Segments
          label="Figure of the charts"
          choices={measures}
          value={measure}
          onChange={setMeasure}
        />
      </div>
      <div className={classes.grid}>
        <Panel area="figures">
          <PeriodFigures
            figures={figures}
            currency={unit}
            beforeName={looked.beforeName}
            way={rowsOfDays(startDay, endDay, rest)}
          />
        </Panel>
        <Panel area="hours">
          <ChartFrame
            title={`${named} by hour, today against yesterday${inUnit(measure, unit)}`}
            kind="line"
            data={asked && hourData(asked)}
            height={280}
            isStale={play.isPlaceholderData}
          />
        </Panel>
        <Now rest={rest} />
        <Panel area="days">
          <ChartFrame
            title={`${named} by day, ${days}${inUnit(measure, unit)}`}
            kind="bars"
            data={asked && dayData(asked)}
            isStale={play.isPlaceholderData}
          />
        </Panel>
        <ToDo pollMs={pollMs} />
        <Who {...shared} />
        {isSuper && <ByOperator {...shared} />}
      </div>
    </>
  );
}

function inUnit(measure: Measure, currency: string): string {
  return currency && (measure === 'pl' || measure === 'stakes') ? ` (${currency})` : '';
}
