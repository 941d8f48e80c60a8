import IconPlus from 'tabler:plus';
import IconTrash from 'tabler:trash';
import { Button, Paper, Skeleton, Title } from '@mantine/core';
import { type Band, multipliers } from '@pitboss/contract/multipliers';
import { wholeMillionths } from '@pitboss/engine/band';
import { tableHash } from '@pitboss/engine/table-hash';
import { useEffect, useMemo } from 'react';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { TableBox } from '#src/data-table/table-box.tsx';
import { formatMultiplier, formatPercent } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { AddMultiplierDialog } from './add-multiplier-dialog.tsx';
import { DeleteMultiplierDialog } from './delete-multiplier-dialog.tsx';
import { DraftState } from './draft-state.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReturnPreview } from './return-preview.tsx';
import {
  inPlayTable,
  isInPlay,
  rulesOf,
  type TableFacts,
  type Weighed,
  weigh,
} from './table-facts.ts';
import { TableNotes } from './table-notes.tsx';
import { VersionsSection } from './versions-section.tsx';

type Subject = { kind: 'add' } | { kind: 'delete'; band: Band } | { kind: 'publish' };

function multiplierColumns(show: (subject: Subject) => void): Columns<Band> {
  return [
    { id: 'min', header: 'Min', card: 'figure', cell: ({ min }) => formatMultiplier(min) },
    { id: 'max', header: 'Max', card: 'figure', cell: ({ max }) => formatMultiplier(max) },
    {
      id: 'probability',
      header: 'Probability',
      card: 'figure',
      cell: ({ probability }) => formatPercent(probability / wholeMillionths),
    },
    {
      id: 'actions',
      header: 'Actions',
      isPinned: true,
      cell: (band) => (
        <RowAction
          label="Delete"
          icon={IconTrash}
          tone="negative"
          onClick={() => show({ kind: 'delete', band })}
        />
      ),
    },
  ];
}

/** How often it is looked at which round is next and what others have changed. */
const followMs = 5_000;

/** Reads the bands again once the draft is said to be another one: somebody else works on it. */
function useFollowedDraft(
  facts: TableFacts,
  draft: Weighed | undefined,
  refetch: (options: { cancelRefetch: boolean }) => unknown,
) {
  const told = facts?.draft.hash;
  const isRead = draft !== undefined;
  const isOther = told !== undefined && isRead && told !== tableHash(draft.table);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is told.
  useEffect(() => {
    if (isOther) refetch({ cancelRefetch: false });
  }, [told, isRead]);
}

/** The draft of the table that rounds are drawn from, what it returns, and what is in play. */
export function MultiplierTable() {
  const list = useRead(multipliers.list, {});
  const options = { pollMs: followMs, overlay: false, isExtra: true };
  const { data: facts, isPending } = useRead(multipliers.table, {}, options);
  const { subject, opened, show, close } = useRowDialog<Subject>();
  const columns = useMemo(() => multiplierColumns(show), [show]);
  const bands = list.data;
  const rules = rulesOf(facts);
  const draft = bands && weigh(bands, facts, rules);
  const isPlayed = facts && draft ? isInPlay(draft.table, facts) : false;
  useFollowedDraft(facts, draft, list.refetch);
  const header = (
    <PageHeader title="Multiplayer">
      <Button
        leftSection={<IconPlus size={18} />}
        disabled={!bands || isPending}
        onClick={() => show({ kind: 'add' })}
      >
        Add Multiplayer
      </Button>
    </PageHeader>
  );
  // All of it together: what comes later would push the rest away.
  if (isPending || list.isPending) {
    return (
      <>
        {header}
        <Skeleton height={480} />
      </>
    );
  }
  return (
    <>
      {header}
      {facts && draft && (
        <DraftState
          facts={facts}
          draft={draft}
          isInPlay={isPlayed}
          onPublish={() => show({ kind: 'publish' })}
        />
      )}
      <TableBox>
        {list.error && !bands ? (
          <LoadFailure error={list.error} onRetry={() => list.refetch()} />
        ) : (
          <DataTable
            label="Multiplayer"
            columns={columns}
            rows={bands}
            rowKey={(band) => String(band._id)}
          />
        )}
      </TableBox>
      {facts && draft && (
        <Paper withBorder p="md" mb="md">
          <Title order={2} size="h4" mb="sm">
            Return to players
          </Title>
          <ReturnPreview
            weighed={draft}
            rules={rules}
            inPlay={isPlayed ? undefined : inPlayTable(facts)}
          />
          <TableNotes bands={bands} facts={facts} />
        </Paper>
      )}
      <VersionsSection />
      {subject && bands && (
        <AddMultiplierDialog
          bands={bands}
          facts={facts}
          opened={opened && subject.kind === 'add'}
          onClose={close}
        />
      )}
      {subject?.kind === 'delete' && (
        <DeleteMultiplierDialog
          band={subject.band}
          isLast={bands?.length === 1}
          opened={opened}
          onClose={close}
        />
      )}
      {subject?.kind === 'publish' && facts && draft && (
        <PublishDialog
          table={draft.table}
          nextRound={facts.nextRound}
          opened={opened}
          onClose={close}
        />
      )}
    </>
  );
}
