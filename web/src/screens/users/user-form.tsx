import { Button, Group, Paper } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import { type User, users } from '@pitboss/contract/users';
import { Link, useNavigate } from '@tanstack/react-router';
import { useHeldOrders } from '#src/lib/orders.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { useForm } from '#src/ui/use-form.ts';
import classes from './user-form.module.css';
import { UserFormFields } from './user-form-fields.tsx';
import {
  changesOf,
  creationAbout,
  creationIntent,
  newUserOf,
  newUserValues,
  type UserFormValues,
  userRules,
  userValues,
} from './user-form-values.ts';

interface Props {
  operator: UserDetails;
  /** The user to change; without one a new user is made. */
  user?: User;
  /** False while `user` may be out of date. */
  isReady?: boolean;
}

export function UserForm({ operator, user, isReady = true }: Props) {
  const navigate = useNavigate();
  const isSuper = operator.role === 'SUPER';
  const form = useForm({
    initialValues: user ? userValues(user) : newUserValues(operator),
    validate: userRules({ isNew: !user, isSuper }),
  });
  useDraft(`user ${user?._id ?? 'new'}`, form);
  const shared = {
    refreshes: [users.list, users.balance, users.profile],
    done: 'Operation successful!',
    failed: 'An error occurred.',
    onDone: () => {
      form.resetDirty();
      navigate({ to: '/users' });
    },
    fields: form.fields,
  };
  const add = useWrite(users.add, { ...shared, order: ({ body }) => creationIntent(body) });
  const update = useWrite(users.update, shared);
  const about = user ? [] : creationAbout(form.values.username);
  const isHeld = useHeldOrders(about).length > 0;
  const isSaving = add.isPending || update.isPending;
  const save = (values: UserFormValues) => {
    if (!user) return add.mutate({ body: newUserOf(values) });
    const body = changesOf(values, form.getInitialValues());
    update.mutate({ params: { id: user._id }, body });
  };
  const isUnchanged = user !== undefined && !form.isDirty();

  return (
    <Paper withBorder p="lg" maw={820}>
      <Form form={form} onSubmit={save}>
        <fieldset className={classes.fields} disabled={!isReady}>
          <UserFormFields form={form} isNew={!user} isSuper={isSuper} />
        </fieldset>
        <HeldOrders about={about} />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button
            variant="default"
            // It says that what was entered is given up.
            onClick={() => form.resetDirty()}
            renderRoot={(props) => <Link to="/users" {...props} />}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isReady || !form.isValid() || isUnchanged || isSaving || isHeld}
            loading={isSaving}
          >
            {user ? 'Update User' : 'Create User'}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}
