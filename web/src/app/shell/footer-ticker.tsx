import IconPlayerPause from 'tabler:player-pause';
import IconPlayerPlay from 'tabler:player-play';
import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { capitalise } from '#src/lib/format.ts';
import classes from './footer-ticker.module.css';

/** What moves by itself for longer than five seconds needs a way to stop it. */
export function FooterTicker({ username }: { username: string }) {
  const [isPaused, setPaused] = useState(false);
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <footer className={classes.footer}>
      <div className={classes.track}>
        <p className={classes.text} data-paused={isPaused}>
          Welcome to ADMIN PANEL, {capitalise(username)}!
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.pause ?? ''}
        aria-label={isPaused ? 'Play the welcome text' : 'Pause the welcome text'}
        onClick={() => setPaused(!isPaused)}
      >
        <Icon size={16} />
      </ActionIcon>
    </footer>
  );
}
