import IconCheck from 'tabler:check';
import IconInfoCircle from 'tabler:info-circle';
import IconX from 'tabler:x';
import { Button, Text } from '@mantine/core';
import type { RoundDetails } from '@pitboss/contract/rounds';
import { useEffect, useRef, useState } from 'react';
import type { Icon } from '#src/ui/icon.tsx';
import classes from './round-check.module.css';
import { type Finding, findingsOf } from './round-findings.ts';

const icons: Record<Finding['kind'], Icon> = {
  right: IconCheck,
  wrong: IconX,
  unchecked: IconInfoCircle,
};

/** Draws the round again in this browser, so that nobody has to believe the server. */
export function RoundCheck({ round }: { round: RoundDetails }) {
  const [findings, setFindings] = useState<Finding[]>([]);
  const found = useRef<HTMLDivElement>(null);
  const { seed } = round;
  // They appear below the button, where the dialog may have ended.
  useEffect(() => {
    if (findings.length > 0) found.current?.scrollIntoView({ block: 'nearest' });
  }, [findings]);
  if (!seed) {
    return <Text c="dimmed">It can be verified when the round has ended.</Text>;
  }
  return (
    <div>
      <Button onClick={() => setFindings(findingsOf(round, seed))}>Verify</Button>
      <div role="status" ref={found} className={classes.findings}>
        {findings.map(({ kind, words }) => {
          const Sign = icons[kind];
          return (
            <p key={words} className={classes.finding} data-kind={kind}>
              <Sign size={20} className={classes.sign} />
              {words}
            </p>
          );
        })}
      </div>
    </div>
  );
}
