import { Button, Group, Text, Title } from '@mantine/core';
import type { ClientFigures } from '@pitboss/contract/clients';
import type { User } from '@pitboss/contract/users';
import { Link, useNavigate } from '@tanstack/react-router';
import { type UserDialog, UserDialogs } from '#src/clients/user-dialogs.tsx';
import { passUser } from '#src/lib/passed-user.ts';
import { useOperator } from '#src/lib/session.ts';
import { ClientName } from '#src/ui/client-name.tsx';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import classes from './client-screen.module.css';

interface Props {
  user: User;
  parentId: bigint | undefined;
  /** Missing while it loads, and where the platform does not tell it. */
  figures: ClientFigures | undefined;
}

/** Who it is, whose client it is, and what its own operator can do about it. */
export function ClientHead({ user, parentId, figures }: Props) {
  const operatorId = useOperator()?._id;
  // A platform that does not say whose client it is says no when it is asked.
  const isDirect = figures?.isDirect ?? (parentId === undefined || parentId === operatorId);
  const { username, name, status, role, isDemo, currency, _id } = user;
  return (
    <header className={classes.head}>
      {figures && <Path path={figures.path} />}
      <Group justify="space-between" gap="sm">
        <div className={classes.who}>
          <Title order={1} size="h3">
            {username}
          </Title>
          <StatusBadge status={status} />
          {isDemo && <StatusBadge status="Demo" />}
          {role === 'ADMIN' && <StatusBadge status="ADMIN" />}
          <span className={classes.quiet}>
            {name !== username && `${name} · `}
            {currency} · <CopiedText title="Id" shown={`#${_id}`} text={String(_id)} />
          </span>
        </div>
        {isDirect ? (
          <Actions user={user} canLock={figures !== undefined} />
        ) : (
          <Text size="sm" c="dimmed">
            Only its own operator can change it.
          </Text>
        )}
      </Group>
    </header>
  );
}

/** From the operator down to the client's own; whoever stands below it has a page too. */
function Path({ path: [first, ...below] }: Pick<ClientFigures, 'path'>) {
  return (
    <nav aria-label="Operators">
      <ol className={classes.path}>
        <li>
          <Link to="/users" search={{}}>
            {first?.username}
          </Link>
        </li>
        {below.map(({ _id, username }) => (
          <li key={String(_id)}>
            <ClientName id={_id} name={username} tab="downline" />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Actions({ user, canLock }: { user: User; canLock: boolean }) {
  const navigate = useNavigate();
  const { subject: dialog, opened, show, close } = useRowDialog<UserDialog>();
  const open = (kind: UserDialog['kind']) => () => show({ kind, user });
  const edit = () =>
    navigate({ to: '/new-user/{-$id}', params: { id: String(user._id) }, state: passUser(user) });
  return (
    <Group gap="xs">
      <Button onClick={open('funds')}>Deposit/Withdraw</Button>
      <Button variant="default" onClick={edit}>
        Edit
      </Button>
      <Button variant="default" onClick={open('password')}>
        Change Password
      </Button>
      {canLock && (
        <Button variant="default" onClick={open('lock')}>
          {user.status === 'locked' ? 'Unlock' : 'Lock'}
        </Button>
      )}
      <Button variant="default" c="var(--negative)" onClick={open('delete')}>
        Delete
      </Button>
      {dialog && (
        <UserDialogs
          // A lock changes what its dialog says, which keeps its words while it fades out.
          dialog={dialog.kind === 'lock' ? dialog : { ...dialog, user }}
          opened={opened}
          onClose={close}
          onDeleted={() => navigate({ to: '/users', search: {} })}
        />
      )}
    </Group>
  );
}
