import IconCheck from 'tabler:check';
import { Button } from '@mantine/core';
import type { Session } from '@pitboss/contract/sessions';
import { formatTimestamp } from '#src/lib/format.ts';
import { deviceOf } from '#src/lib/session-device.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './sessions-section.module.css';

interface Props {
  session: Session;
  onEnd: () => void;
}

/** One place where the operator is signed in; the present one ends by Logout. */
export function SessionItem({ session, onEnd }: Props) {
  const { _id, agent, address, createdAt, lastUsedAt, isCurrent } = session;
  const deviceId = `session-${_id}`;
  return (
    <li className={classes.session}>
      <div className={classes.facts}>
        <span id={deviceId} className={classes.device}>
          {deviceOf(agent)}
        </span>
        {isCurrent && <StatusBadge status="This session" icon={IconCheck} />}
        <dl className={classes.times}>
          <Fact title="Address" value={address} />
          <Fact title="Signed in" value={formatTimestamp(createdAt)} />
          <Fact title="Last used" value={formatTimestamp(lastUsedAt)} />
        </dl>
      </div>
      {!isCurrent && (
        <Button variant="default" size="compact-sm" aria-describedby={deviceId} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt> <dd>{value}</dd>
    </div>
  );
}
