import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReportGroup, reportGroups, type UrlState } from '#src/lib/address.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { ClientNotice } from '#src/ui/client-notice.tsx';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { ClientReport } from './client-report.tsx';
import { Comparison } from './comparison.tsx';
import { OperatorReport } from './operator-report.tsx';
import { groupNames } from './report-groups.ts';
import { RoundReport } from './round-report.tsx';
import { TimeReport } from './time-report.tsx';
import { VersionReport } from './version-report.tsx';

/** What the operator won and lost, by round as it begins, or by something else. */
export function ReportsScreen() {
  const [{ group = 'round', admin }, setState] = useUrlState();
  const choose = (chosen: ReportGroup) =>
    setState({
      group: chosen === 'round' ? undefined : chosen,
      page: undefined,
      order: undefined,
      search: undefined,
    });
  return (
    <>
      <PageHeader title={`Bet Details by ${groupNames[group].toLowerCase()}`}>
        <CurrencySwitch />
      </PageHeader>
      {admin !== undefined && (
        <ClientNotice
          key={admin}
          userId={BigInt(admin)}
          rows="the branch"
          renderAll={(props) => <Link to="/reports" search={withoutAdmin} {...props} />}
        />
      )}
      <FilterBar>
        <DateRangeFilter withSearchButton />
        <NativeSelect
          label="Group by"
          data={reportGroups.map((value) => ({ value, label: groupNames[value] }))}
          value={group}
          onChange={(event) => choose(event.currentTarget.value as ReportGroup)}
        />
      </FilterBar>
      {group !== 'round' && group !== 'version' && <Comparison />}
      {/* Rows of one branch must not stand under another, not even while the next ones load. */}
      <Report key={`${group} ${admin}`} group={group} />
    </>
  );
}

function Report({ group }: { group: ReportGroup }) {
  if (group === 'round') return <RoundReport />;
  if (group === 'client') return <ClientReport />;
  if (group === 'operator') return <OperatorReport />;
  if (group === 'version') return <VersionReport />;
  return <TimeReport group={group} />;
}

function withoutAdmin({ admin: _, page: __, ...rest }: UrlState): UrlState {
  return rest;
}
