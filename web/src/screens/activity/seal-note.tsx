import IconShieldCheck from 'tabler:shield-check';
import IconShieldX from 'tabler:shield-x';
import { Skeleton } from '@mantine/core';
import { activity } from '@pitboss/contract/activity';
import { formatCount } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { Moment } from '#src/ui/moment.tsx';
import classes from './activity.module.css';

/**
 * How far the record is sealed, and what was checked for this note: the newest seals. That the
 * whole chain holds only the books can say.
 */
export function SealNote() {
  const options = { overlay: false, isExtra: true, failed: null };
  const { data, isPending } = useRead(activity.seal, {}, options);
  if (isPending) return <Skeleton className={classes.seal ?? ''} />;
  if (!data) return null;
  const { seal, checkedFrom, isWhole, waiting } = data;
  if (!seal) return <p className={classes.seal}>No event is sealed yet.</p>;
  const Icon = isWhole ? IconShieldCheck : IconShieldX;
  return (
    <p className={classes.seal} data-broken={!isWhole} role={isWhole ? undefined : 'alert'}>
      <Icon size={18} className={classes.sign} />
      <span>
        {isWhole ? (
          <>
            Verified up to <Moment at={seal.upTo} />: seal {String(seal.position)} ({seal.hash}…).
            {checkedFrom && (
              <>
                {' '}
                Checked now: every event since <Moment at={checkedFrom} />.
              </>
            )}{' '}
            Older seals are checked by <code>npm run books</code>.
          </>
        ) : (
          <>
            The record does not match its newest seals (up to seal {String(seal.position)}): an
            event was changed or removed. Run <code>npm run books</code> to see which.
          </>
        )}
        {waiting > 0 && ` ${formatCount(waiting)} newer, not sealed yet.`}
      </span>
    </p>
  );
}
