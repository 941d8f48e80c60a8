import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type ClientTab, clientTabs, tabIn } from '#src/lib/client-tabs.ts';
import { capitalise } from '#src/lib/format.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import classes from './client-screen.module.css';

interface Props {
  name: string;
  isOperator: boolean;
  /** Whether the platform has what is beyond the given calls. */
  hasExtras: boolean;
}

const extras: ClientTab[] = ['sessions', 'history', 'notes'];

/** The parts of the page, each with an address of its own; dates are kept from one to the next. */
export function ClientTabs({ name, isOperator, hasExtras }: Props) {
  const [state] = useUrlState();
  const shown = tabIn(state);
  const bar = useRef<HTMLElement>(null);
  // On a phone not all of them have room: the one that is shown is in sight.
  useEffect(() => {
    if (!hasExtras) return;
    const link = bar.current?.querySelector<HTMLElement>(`[data-tab=${shown}]`);
    if (bar.current && link) {
      bar.current.scrollLeft = link.offsetLeft - bar.current.offsetLeft - link.offsetWidth;
    }
  }, [shown, hasExtras]);
  const { startDay, endDay } = state;
  const dates = { ...(startDay ? { startDay } : {}), ...(endDay ? { endDay } : {}) };
  const tabs = clientTabs.filter(
    (tab) => (isOperator || tab !== 'downline') && (hasExtras || !extras.includes(tab)),
  );
  return (
    <nav ref={bar} aria-label={`More about ${name}`} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="."
          search={{ tab, ...dates }}
          resetScroll={false}
          className={classes.tab}
          activeProps={{}}
          aria-current={tab === shown ? 'page' : undefined}
          data-tab={tab}
          data-shown={tab === shown || undefined}
        >
          {capitalise(tab)}
        </Link>
      ))}
    </nav>
  );
}
