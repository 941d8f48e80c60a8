import { activity } from '@pitboss/contract/activity';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { useOperator } from '#src/lib/session.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import classes from './activity.module.css';
import { activityColumns } from './activity-columns.tsx';
import { ActivityFilters, activityFiltersIn } from './activity-filters.tsx';
import { SealNote } from './seal-note.tsx';

/** Who did what in the operator's branch, and who tried. */
export function ActivityScreen() {
  const [state] = useUrlState();
  const isSuper = useOperator()?.role === 'SUPER';
  return (
    <>
      <PageHeader title="Activity" />
      {isSuper && <SealNote />}
      <ActivityFilters />
      <div className={classes.activity}>
        <ServerTable
          endpoint={activity.list}
          label="Activity"
          columns={activityColumns}
          rowKey={({ _id }) => String(_id)}
          filters={activityFiltersIn(state)}
          defaultOrder={{ column: 'at', dir: 'desc' }}
          isSearched={false}
          length={25}
        />
      </div>
    </>
  );
}
