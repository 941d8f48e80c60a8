import IconArrowsExchange from 'tabler:arrows-exchange';
import IconClipboardList from 'tabler:clipboard-list';
import IconDice5 from 'tabler:dice-5';
import IconEdit from 'tabler:edit';
import IconHistory from 'tabler:history';
import IconKey from 'tabler:key';
import IconReceipt from 'tabler:receipt';
import IconTrash from 'tabler:trash';
import IconUser from 'tabler:user';
import type { User } from '@pitboss/contract/users';
import { Link, useNavigate } from '@tanstack/react-router';
import type { UserDialog } from '#src/clients/user-dialogs.tsx';
import { passUser } from '#src/lib/passed-user.ts';
import { RowAction } from '#src/ui/row-action.tsx';
import classes from './user-row-actions.module.css';

interface Props {
  user: User;
  isDownline: boolean;
  openDialog: (dialog: UserDialog) => void;
}

/** In an ADMIN's downline only what looks and does not touch remains. */
export function UserRowActions({ user, isDownline, openDialog }: Props) {
  const navigate = useNavigate();
  const userId = String(user._id);
  const edit = () =>
    navigate({ to: '/new-user/{-$id}', params: { id: userId }, state: passUser(user) });
  return (
    <div className={classes.actions}>
      {!isDownline && (
        <>
          <RowAction
            label="Deposit/Withdraw"
            icon={IconArrowsExchange}
            onClick={() => openDialog({ kind: 'funds', user })}
          />
          <RowAction
            label="Change Password"
            icon={IconKey}
            onClick={() => openDialog({ kind: 'password', user })}
          />
        </>
      )}
      <RowAction
        label="Transaction Details"
        icon={IconReceipt}
        renderRoot={(props) => (
          <Link to="/my-account/account-statement/{-$userId}" params={{ userId }} {...props} />
        )}
      />
      {!isDownline && (
        <RowAction
          label="Deposit/Withdraw History"
          icon={IconHistory}
          renderRoot={(props) => (
            <Link to="/deposit-withdraw/{-$userId}" params={{ userId }} {...props} />
          )}
        />
      )}
      <RowAction
        label="User Bet History"
        icon={IconDice5}
        renderRoot={(props) => (
          <Link to="/my-account/bet-history/{-$userId}" params={{ userId }} {...props} />
        )}
      />
      <RowAction
        label="User Profile"
        icon={IconUser}
        renderRoot={(props) => (
          <Link to="/my-account/profile/{-$userId}" params={{ userId }} {...props} />
        )}
      />
      <RowAction
        label="History"
        icon={IconClipboardList}
        onClick={() => openDialog({ kind: 'history', user })}
      />
      {!isDownline && (
        <>
          <RowAction label="Edit User" icon={IconEdit} onClick={edit} />
          <RowAction
            label="Delete User"
            icon={IconTrash}
            tone="negative"
            onClick={() => openDialog({ kind: 'delete', user })}
          />
        </>
      )}
    </div>
  );
}
