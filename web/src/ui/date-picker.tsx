import IconCalendar from 'tabler:calendar';
import { TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, useRef } from 'react';
import { type Day, formatDay } from '#src/lib/dates.ts';
import classes from './date-picker.module.css';
import { useFetchedPart } from './use-fetched-part.ts';

interface Props {
  label: string;
  value: Day;
  onChange: (day: Day) => void;
  error?: string | undefined;
}

const openingKeys = ['Enter', ' ', 'ArrowDown'];

const loadCalendar = async () => (await import('./calendar.tsx')).Calendar;

/** Shows dd-mm-yyyy, cannot be typed in, and opens a calendar on click. */
export function DatePicker({ label, value, onChange, error }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isWanted, { open, close }] = useDisclosure(false);
  const asked = { isWanted, callOff: close };
  const { Part: Calendar, opened, need, near } = useFetchedPart(loadCalendar, asked);
  const show = () => {
    need();
    open();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return;
    event.preventDefault();
    show();
  };
  const choose = (day: Day) => {
    onChange(day);
    close();
  };
  return (
    <>
      <TextInput
        ref={field}
        label={label}
        value={formatDay(value)}
        readOnly
        error={error}
        aria-haspopup="dialog"
        onClick={show}
        onKeyDown={openByKey}
        {...near}
        rightSection={<IconCalendar size={16} />}
        rightSectionPointerEvents="none"
        className={classes.field ?? ''}
      />
      {Calendar && (
        <Calendar target={field} opened={opened} value={value} onChoose={choose} onClose={close} />
      )}
    </>
  );
}
