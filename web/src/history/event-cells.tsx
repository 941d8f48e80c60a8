import IconCheck from 'tabler:check';
import IconX from 'tabler:x';
import type { HistoryEvent } from '@pitboss/contract/history';
import type { ReactNode } from 'react';
import { capitalise } from '#src/lib/format.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './history.module.css';
import { actionWords, changeLines } from './history-words.ts';

interface ByProps {
  event: HistoryEvent;
  /** The name as a way somewhere, where it is one. */
  children?: ReactNode;
}

/** Who, as what and from where. */
export function By({ event: { by, role, address }, children = by }: ByProps) {
  const about = [role, address].filter(Boolean).join(' · ');
  return (
    <>
      {children}
      {about && <small className={classes.about}>{about}</small>}
    </>
  );
}

/** What was done, in the words of an operator. */
export function Action({ action }: { action: string }) {
  return <strong className={classes.action}>{actionWords(action)}</strong>;
}

/** What it changed, line by line. */
export function Changes({ changes }: Pick<HistoryEvent, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {changeLines(changes).map(({ field, title, values }) => (
        <li key={field}>
          <span className={classes.field}>{title}:</span> {values}
        </li>
      ))}
    </ul>
  );
}

/** Of what was done the change says enough; of what was refused only the message says why. */
export function Result({ event: { outcome, message } }: { event: HistoryEvent }) {
  const isRefused = outcome === 'refused';
  return (
    <>
      <StatusBadge status={capitalise(outcome)} icon={isRefused ? IconX : IconCheck} />
      {isRefused && message && <span className={classes.message}>{message}</span>}
    </>
  );
}
