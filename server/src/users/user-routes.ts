import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import { assertNotOwnName, assertUncommon } from '../auth/guessable-passwords.ts';
import { hashPassword } from '../auth/password.ts';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addUser } from './add-user.ts';
import { changeClientPassword, changeOwnPassword, prepareNewPassword } from './change-password.ts';
import { getProfile } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { listDeletedUsers, removeUser, restoreUser } from './remove-user.ts';
import { updateUser } from './update-user.ts';

export function userRoutes(app: App): void {
  read(app, users.list, ({ db, actor, body }) => listUsers(db, actor, body));
  read(app, users.listDeleted, ({ db, actor }) => listDeletedUsers(db, actor));
  read(app, users.profile, ({ db, actor, body }) => getProfile(db, actor, body.userId));

  write(app, users.add, {
    prepare: async ({ body: { password, username } }) => {
      assertNotOwnName('password', password, username);
      await assertUncommon('password', password);
      return hashPassword(password);
    },
    run: async ({ tx, actor, body }, passwordHash) => {
      const { user, change } = await addUser(tx, actor, body, passwordHash);
      return { message: 'User created successfully!', data: user, change };
    },
  });

  write(app, users.update, async ({ tx, actor, params, body }) => {
    const { user, change } = await updateUser(tx, actor, params.id, body);
    return { message: 'User updated successfully!', data: user, change };
  });

  write(app, users.remove, async ({ tx, actor, params }) => ({
    message: 'User deleted successfully!',
    change: await removeUser(tx, actor, params.id),
  }));

  write(app, users.restore, async ({ tx, actor, params }) => ({
    message: 'User restored successfully!',
    change: await restoreUser(tx, actor, params.id),
  }));

  write(app, users.changePasswordByParent, {
    prepare: ({ db, visitor, body: { parentPassword: password, newPassword } }) =>
      prepareNewPassword(db, visitor, { field: 'parentPassword', password, newPassword }),
    run: async ({ tx, actor, body }, newPassword) => ({
      message: 'Password changed successfully!',
      change: await changeClientPassword(tx, actor, body.userId, newPassword),
    }),
  });

  // Operators and clients by doors of their own.
  for (const changeOwn of [users.changePasswordByUser, player.changePassword]) {
    write(app, changeOwn, {
      isAlone: true,
      prepare: ({ db, visitor, body: { currentPassword: password, newPassword } }) =>
        prepareNewPassword(db, visitor, { field: 'currentPassword', password, newPassword }),
      run: async ({ tx, actor }, newPassword) => ({
        message: 'Password changed successfully!',
        change: await changeOwnPassword(tx, actor, newPassword),
      }),
    });
  }
}
