import { Button, CloseButton, Group, NativeSelect } from '@mantine/core';
import type { FormEvent } from 'react';
import {
  type DatePreset,
  datePresets,
  presetOf,
  presetRange,
  rememberPreset,
} from '#src/lib/date-presets.ts';
import { type DayRange, defaultRange } from '#src/lib/dates.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useEntered } from '#src/lib/use-entered.ts';
import { DatePicker } from './date-picker.tsx';

interface Props {
  /** With a Search button the choice counts when it is pressed, else when it is made. */
  withSearchButton?: boolean;
}

/** As an address may name it; what is chosen here is put in order. */
const wrongOrder = 'The start date must not be after the end date.';
const noMoments = { from: undefined, to: undefined };

/** The start and end date of a list, kept in the address. */
export function DateRangeFilter({ withSearchButton = false }: Props) {
  const [state, setState] = useUrlState();
  const applied = rangeIn(state);
  const entered = useEntered(textOf(applied));
  const range = rangeOf(entered.shown);
  const apply = (next: DayRange, days: Partial<DayRange> = next) => {
    entered.ask(textOf(next));
    setState({ startDay: days.startDay, endDay: days.endDay, ...noMoments, page: undefined });
  };
  const choose = withSearchButton ? (next: DayRange) => entered.enter(textOf(next)) : apply;
  const choosePreset = (preset: DatePreset | undefined) => {
    rememberPreset(preset);
    if (preset) apply(presetRange(preset));
    else apply(rangeIn({}), {});
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    apply(range);
  };
  return (
    <Group component="form" align="flex-end" gap="sm" onSubmit={search}>
      <PresetSelect range={range} onChoose={choosePreset} />
      <DatePicker
        label="Start Date"
        value={range.startDay}
        error={range.startDay > range.endDay ? wrongOrder : undefined}
        onChange={(startDay) => choose(ordered(startDay, range.endDay, startDay))}
      />
      <DatePicker
        label="End Date"
        value={range.endDay}
        onChange={(endDay) => choose(ordered(range.startDay, endDay, endDay))}
      />
      {withSearchButton && <Button type="submit">Search</Button>}
      {state.from && state.to && (
        <Moments from={state.from} to={state.to} onClear={() => apply(applied)} />
      )}
    </Group>
  );
}

interface PresetProps {
  range: DayRange;
  onChoose: (preset: DatePreset | undefined) => void;
}

/** The days by a name, which is remembered; other days than those have none. */
function PresetSelect({ range, onChoose }: PresetProps) {
  const usual = defaultRange();
  const isUsual = range.startDay === usual.startDay && range.endDay === usual.endDay;
  const shown = isUsual ? '' : (presetOf(range) ?? 'other');
  const choose = (value: string) => onChoose(value === '' ? undefined : (value as DatePreset));
  return (
    <NativeSelect
      label="Dates"
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {shown === 'other' && (
        <option value="other" disabled>
          Chosen days
        </option>
      )}
      {Object.entries(datePresets).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
      <option value="">Yesterday and today</option>
    </NativeSelect>
  );
}

interface MomentsProps {
  from: string;
  to: string;
  onClear: () => void;
}

/** A part of a day that a link led to, until it is taken away. */
function Moments({ from, to, onClear }: MomentsProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <span>
        {formatTimestamp(new Date(from))} – {formatTimestamp(new Date(to))}
      </span>
      <CloseButton aria-label="Show the whole days" size="sm" onClick={onClear} />
    </Group>
  );
}

/** As the address may say it. */
function textOf({ startDay, endDay }: DayRange): string {
  return `${startDay} ${endDay}`;
}

function rangeOf(text: string): DayRange {
  const [startDay = '', endDay = ''] = text.split(' ');
  return { startDay, endDay };
}

/** A start after the end pulls the other side along to the day just chosen. */
function ordered(startDay: string, endDay: string, chosen: string): DayRange {
  return startDay <= endDay ? { startDay, endDay } : { startDay: chosen, endDay: chosen };
}
