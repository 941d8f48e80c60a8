import { UnstyledButton } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import classes from './header.module.css';

const FindHost = lazy(async () => {
  const { FindHost } = await import('#src/find/find-host.tsx');
  return { default: FindHost };
});

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A field to look at, a button to press: what it opens is loaded when it is first asked for. */
export function FindButton({ operator }: { operator: UserDetails }) {
  const [opened, setOpened] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = useCallback(() => {
    setWanted(true);
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isAsked || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // What is typed into another dialog must not be lost behind this one.
      if (!document.querySelector('[role="dialog"]')) open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
  return (
    <>
      <UnstyledButton
        className={classes.find ?? ''}
        aria-label="Find"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        data-keys={isApple ? '⌘K' : 'Ctrl K'}
        onClick={open}
      >
        <IconSearch size={18} aria-hidden />
        <span className={classes.findWords}>Find</span>
      </UnstyledButton>
      {isWanted && (
        <Suspense>
          <FindHost operator={operator} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
