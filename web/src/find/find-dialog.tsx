import IconSearch from 'tabler:search';
import { TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UserDetails } from '@pitboss/contract/auth';
import { findLettersMin } from '@pitboss/contract/find';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Modal } from '#src/ui/modal.tsx';
import classes from './find.module.css';
import type { Item } from './find-groups.ts';
import { FindList } from './find-list.tsx';
import { useFind } from './use-find.ts';

interface Props {
  operator: UserDetails;
  text: string;
  onText: (text: string) => void;
  opened: boolean;
  onClose: () => void;
  onChoose: (item: Item) => void;
}

/** Finds from anywhere: a field, and below it what the words mean. */
export function FindDialog({ opened, onClose, ...props }: Props) {
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Find"
      size={620}
      // Where it stands when it grows.
      centered={false}
      yOffset="8vh"
      fullScreen={isNarrow}
      transitionProps={{ duration: 0 }}
    >
      <Finder {...props} />
    </Modal>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function Finder({ operator, text, onText, onChoose }: Omit<Props, 'opened' | 'onClose'>) {
  const { asked, groups, isAnswered, error, retry } = useFind(operator, text);
  const id = useId();
  const items = groups.flatMap((group) => group.items);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, items.length - 1);
  const [isEager, setEager] = useState(false);
  const item = items[active];
  // Enter before the answer is there means the first of what it brings.
  useEffect(() => {
    if (!isEager || !isAnswered) return;
    setEager(false);
    if (item) onChoose(item);
  }, [isEager, isAnswered, item, onChoose]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (!step && event.key !== 'Enter') return;
    event.preventDefault();
    if (step) setChosen((active + step + items.length) % Math.max(items.length, 1));
    else setEager(true);
  };
  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Find"
        placeholder="Client, number, screen or action"
        size="md"
        leftSection={<IconSearch size={18} />}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={item && `${id}-${active}`}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value);
          setChosen(0);
          setEager(false);
        }}
      />
      <FindList
        id={id}
        groups={groups}
        active={active}
        isBusy={!isAnswered}
        onPoint={setChosen}
        onChoose={onChoose}
      />
      {error && <LoadFailure error={error} onRetry={retry} />}
      <p role="status" className={classes.status}>
        {statusOf({ text, q: asked.q, count: items.length, isAnswered, isFailed: error !== null })}
      </p>
    </>
  );
}

const purpose =
  'A client by username, name or id; a request, round, bet, transfer or bank by number; ' +
  'a screen by name; or “Deposit to player1”.';

interface Status {
  text: string;
  q: string;
  count: number;
  isAnswered: boolean;
  isFailed: boolean;
}

function statusOf({ text, q, count, isAnswered, isFailed }: Status): string {
  if (text.trim() === '') {
    return purpose;
  }
  if (isFailed) return '';
  if (!isAnswered) return 'Looking…';
  const isShort = q !== '' && q.length < findLettersMin && !/^\d+$/.test(q);
  if (isShort) return `Type ${findLettersMin} letters or more to find clients.`;
  if (count === 0) return `Nothing found for “${text.trim()}”.`;
  return `${count} ${count === 1 ? 'result' : 'results'}`;
}
