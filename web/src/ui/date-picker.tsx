import { TextInput } from '@mantine/core';
import { DatePicker as MonthPicker } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { type KeyboardEvent, useState } from 'react';
import { Popover } from './popover.ts';
import '@mantine/dates/styles.layer.css';
import { type Day, formatDay, yearMax, yearMin } from '#src/lib/dates.ts';
import { YearField } from './year-field.tsx';

interface Props {
  label: string;
  value: Day;
  onChange: (day: Day) => void;
  error?: string | undefined;
}

const openingKeys = ['Enter', ' ', 'ArrowDown'];

/** Shows dd-mm-yyyy, cannot be typed in, opens on click, turns by month and by year. */
export function DatePicker({ label, value, onChange, error }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const openByKey = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return;
    event.preventDefault();
    open();
  };
  const choose = (day: Day) => {
    onChange(day);
    close();
  };
  return (
    <Popover opened={opened} onDismiss={close} trapFocus returnFocus withRoles={false} shadow="md">
      <Popover.Target>
        <TextInput
          label={label}
          value={formatDay(value)}
          readOnly
          error={error}
          aria-haspopup="dialog"
          onClick={open}
          onKeyDown={openByKey}
          rightSection={<IconCalendar size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          styles={{ input: { cursor: 'pointer' } }}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendar">
        <DayChoice value={value} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DayChoice({ value, onChoose }: { value: Day; onChoose: (day: Day) => void }) {
  const [shownDay, setShownDay] = useState(value);
  const showYear = (year: number) => setShownDay(`${year}-${shownDay.slice(5, 7)}-01`);
  return (
    <>
      <YearField year={Number(shownDay.slice(0, 4))} onChange={showYear} />
      <MonthPicker
        value={value}
        onChange={(day) => day && onChoose(day)}
        date={shownDay}
        onDateChange={setShownDay}
        maxLevel="month"
        minDate={`${yearMin}-01-01`}
        maxDate={`${yearMax}-12-31`}
        hideOutsideDates
        weekendDays={[]}
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
        getDayProps={(day) => (day === value ? { 'data-autofocus': true } : {})}
      />
    </>
  );
}
