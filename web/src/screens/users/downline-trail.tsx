import { Anchor } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';
import { useOperator } from '#src/lib/session.ts';
import { useRead } from '#src/lib/use-api.ts';
import { ClientName } from '#src/ui/client-name.tsx';
import classes from './downline-trail.module.css';

/** The way down from the operator to the admin whose clients are shown, each step a way back. */
export function DownlineTrail({ adminId }: { adminId: bigint }) {
  const operator = useOperator();
  return (
    <nav aria-label="Downline">
      <ol className={classes.trail}>
        <li>
          <Anchor renderRoot={(props) => <Link to="/users" search={{}} {...props} />}>
            {operator?.username}
          </Anchor>
        </li>
        <Step key={String(adminId)} adminId={adminId} isLast />
      </ol>
    </nav>
  );
}

/** Knows only its own parent, so the trail may be of any depth. */
function Step({ adminId, isLast = false }: { adminId: bigint; isLast?: boolean }) {
  const operator = useOperator();
  const { data: admin } = useRead(users.profile, { body: { userId: adminId } }, { failed: null });
  const username = admin?.username ?? String(adminId);
  const search = { admin: String(adminId) };
  const parentId = admin?.parent ?? undefined;
  const hasStepAbove = parentId !== undefined && parentId !== operator?._id;
  return (
    <>
      {hasStepAbove && <Step key={String(parentId)} adminId={parentId} />}
      <li aria-current={isLast ? 'page' : undefined}>
        {isLast ? (
          <ClientName id={adminId} name={username} />
        ) : (
          <Anchor renderRoot={(props) => <Link to="/users" search={search} {...props} />}>
            {username}
          </Anchor>
        )}
      </li>
    </>
  );
}
