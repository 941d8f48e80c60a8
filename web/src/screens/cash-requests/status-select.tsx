import { NativeSelect } from '@mantine/core';
import { type CashRequest, decidedStatuses } from '@pitboss/contract/cash-requests';
import type { KeyboardEvent } from 'react';
import { capitalise } from '#src/lib/format.ts';
import classes from './cash-requests.module.css';
import { type Decision, isFinal, useDesk } from './desk.ts';
import { useIsHeld, useRunningDecision } from './use-decide.ts';

/** Decides a request; it shows the status it has until the server has said that it changed. */
export function StatusSelect({ request }: { request: CashRequest }) {
  const { choose } = useDesk();
  const running = useRunningDecision(request);
  const isHeld = useIsHeld(request);
  const { _id, status } = request;
  return (
    <NativeSelect
      size="xs"
      className={classes.select ?? ''}
      aria-label={`Status of request ${_id}`}
      value={running ?? status}
      disabled={isFinal(status) || running !== undefined || isHeld}
      onKeyDown={openInstead}
      onChange={(event) => choose(request, event.currentTarget.value as Decision)}
    >
      {status === 'cancelled' && <option value="cancelled">Cancelled</option>}
      {decidedStatuses.map((decision) => (
        <option key={decision} value={decision}>
          {capitalise(decision)}
        </option>
      ))}
    </NativeSelect>
  );
}

const choosingKeys = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/**
 * On a closed list these keys choose, and so decide, without having shown what there is: they open
 * it instead. A browser that cannot say whether the list is open is left as it is.
 */
function openInstead(event: KeyboardEvent<HTMLSelectElement>) {
  const isLetter = event.key.length === 1 && event.key !== ' ';
  const isChoosing = choosingKeys.includes(event.key) || isLetter;
  const isCommand = event.altKey || event.ctrlKey || event.metaKey;
  if (!isChoosing || isCommand || !CSS.supports('selector(:open)')) return;
  if (event.currentTarget.matches(':open')) return;
  event.preventDefault();
  event.currentTarget.showPicker?.();
}
