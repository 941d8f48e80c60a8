import IconCopy from 'tabler:copy';
import { Button, Group, Title } from '@mantine/core';
import { multipliers, type Version } from '@pitboss/contract/multipliers';
import { wholeMillionths } from '@pitboss/engine/band';
import { useMemo, useState } from 'react';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { TableBox } from '#src/data-table/table-box.tsx';
import { isNoSuchCall } from '#src/lib/api-error.ts';
import { formatCount, formatMultiplier, formatPercent, formatTimestamp } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { TakeVersionDialog } from './take-version-dialog.tsx';
import classes from './versions-section.module.css';

/** As many as an answer holds. */
const pageLength = 50;

function versionColumns(take: (version: Version) => void): Columns<Version> {
  return [
    {
      id: 'version',
      header: 'Version',
      card: 'title',
      cell: ({ version, isInPlay }) => (
        <span className={classes.version}>
          {String(version)} {isInPlay && <StatusBadge status="In play" />}
        </span>
      ),
    },
    { id: 'createdAt', header: 'Published', card: 'line', cell: publishedText },
    { id: 'author', header: 'By', card: 'line', cell: ({ author }) => author ?? 'The platform' },
    {
      id: 'reason',
      header: 'Reason',
      card: 'block',
      cell: ({ reason }) => <span className={classes.reason}>{reason ?? '-'}</span>,
    },
    { id: 'bands', header: 'Bands', card: 'figure', cell: bandsText },
    {
      id: 'rounds',
      header: 'Rounds played',
      isNumeric: true,
      card: 'figure',
      cell: ({ rounds }) => formatCount(rounds),
    },
    {
      id: 'actions',
      header: 'Actions',
      isPinned: true,
      cell: (row) => (
        <RowAction label="Take into draft" icon={IconCopy} onClick={() => take(row)} />
      ),
    },
  ];
}

/** The first version was there before anybody could publish one. */
function publishedText({ author, reason, createdAt }: Version): string {
  return author === null && reason === null ? 'From the start' : formatTimestamp(createdAt);
}

function bandsText({ bands, builtIn }: Version): string {
  if (builtIn !== null) return `Built-in, ${formatPercent(builtIn / wholeMillionths)}`;
  const highest = formatMultiplier(Math.max(...bands.map(({ max }) => max)));
  return `${bands.length === 1 ? '1 band' : `${bands.length} bands`}, up to ${highest}`;
}

/** What was in play when, newest first. */
export function VersionsSection() {
  const [before, setBefore] = useState<bigint>();
  const list = useRead(multipliers.versions, { body: { before } }, { isExtra: true });
  const { subject, opened, show, close } = useRowDialog<Version>();
  const columns = useMemo(() => versionColumns(show), [show]);
  const last = list.data?.at(-1);
  if (isNoSuchCall(list.error)) return null;
  return (
    <TableBox label="Versions of the table">
      <Title order={2} size="h4" p="md" pb="xs">
        Versions
      </Title>
      {list.error && !list.data ? (
        <LoadFailure error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Versions"
          columns={columns}
          rows={list.data}
          rowKey={({ version }) => String(version)}
          isStale={list.isPlaceholderData}
        />
      )}
      <Group p={before || list.data?.length === pageLength ? 'md' : 0} gap="sm">
        {before && (
          <Button variant="default" onClick={() => setBefore(undefined)}>
            Newest versions
          </Button>
        )}
        {last && list.data?.length === pageLength && (
          <Button variant="default" onClick={() => setBefore(last.version)}>
            Earlier versions
          </Button>
        )}
      </Group>
      {subject && <TakeVersionDialog version={subject} opened={opened} onClose={close} />}
    </TableBox>
  );
}
