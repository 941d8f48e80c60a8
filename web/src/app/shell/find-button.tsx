import IconSearch from 'tabler:search';
import { UnstyledButton } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useFetchedPart } from '#src/ui/use-fetched-part.ts';
import classes from './header.module.css';
import { typeAhead } from './type-ahead.ts';

const loadHost = async () => (await import('#src/find/find-host.tsx')).FindHost;

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A field to look at, a button to press: what it opens is fetched when it is about to be. */
export function FindButton({ operator }: { operator: UserDetails }) {
  const [isWanted, setWanted] = useState(false);
  const [text, setText] = useState('');
  const close = useCallback(() => setWanted(false), []);
  const asked = { isWanted, callOff: close };
  const { Part: FindHost, opened, need, fetch, near } = useFetchedPart(loadHost, asked);
  const open = useCallback(() => {
    need();
    setText('');
    setWanted(true);
  }, [need]);
  useEffect(() => (isWanted ? typeAhead(setText, close) : undefined), [isWanted, close]);
  // Not after the paint: whoever sees the button may press the keys.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The first key of the two is there well before the second.
      if (['Control', 'Meta'].includes(event.key)) fetch();
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isAsked || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // What is typed into another dialog must not be lost behind this one.
      if (!document.querySelector('[role="dialog"]')) open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open, fetch]);
  return (
    <>
      <UnstyledButton
        className={classes.find ?? ''}
        aria-label="Find"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        data-keys={isApple ? '⌘K' : 'Ctrl K'}
        onClick={open}
        {...near}
      >
        <IconSearch size={18} />
        <span className={classes.findWords}>Find</span>
      </UnstyledButton>
      {FindHost && (
        <FindHost
          operator={operator}
          text={text}
          onText={setText}
          opened={opened}
          onClose={close}
        />
      )}
    </>
  );
}
