import IconEdit from 'tabler:edit';
import IconTrash from 'tabler:trash';
import { Group } from '@mantine/core';
import { hrefOf, type Support, support } from '@pitboss/contract/support';
import { useMemo } from 'react';
import type { Columns } from '#src/data-table/columns.ts';
import { LocalTable } from '#src/data-table/local-table.tsx';
import { useRead } from '#src/lib/use-api.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { DeleteSupportDialog } from './delete-support-dialog.tsx';
import { EditSupportDialog } from './edit-support-dialog.tsx';
import classes from './support.module.css';
import { SupportForm } from './support-form.tsx';
import { typeLabel } from './support-types.ts';

interface Subject {
  kind: 'edit' | 'delete';
  entry: Support;
}

function supportColumns(show: (subject: Subject) => void): Columns<Support> {
  return [
    {
      id: 'type',
      header: 'Type',
      card: 'title',
      cell: ({ type }) => <span className={classes.type}>{typeLabel(type)}</span>,
    },
    {
      id: 'link',
      header: 'Link',
      card: 'line',
      cell: ({ link }) => <SafeLink href={hrefOf(link)}>{link}</SafeLink>,
    },
    {
      id: 'action',
      header: 'Action',
      isPinned: true,
      cell: (entry) => (
        <Group gap={0} wrap="nowrap">
          <RowAction label="Edit" icon={IconEdit} onClick={() => show({ kind: 'edit', entry })} />
          <RowAction
            label="Delete"
            icon={IconTrash}
            tone="negative"
            onClick={() => show({ kind: 'delete', entry })}
          />
        </Group>
      ),
    },
  ];
}

export function SupportScreen() {
  const read = useRead(support.list, {}, { isInline: true });
  const { subject, opened, show, close } = useRowDialog<Subject>();
  const columns = useMemo(() => supportColumns(show), [show]);
  const props = subject && { entry: subject.entry, onClose: close };
  return (
    <>
      <PageHeader title="Customer Support" />
      <SupportForm />
      <LocalTable
        label="Customer Support"
        columns={columns}
        read={read}
        rowKey={(entry) => String(entry._id)}
        searchedIn={({ type, link }) => [type, typeLabel(type), link]}
        emptyText="No Record Found..."
      />
      {props && <EditSupportDialog opened={opened && subject.kind === 'edit'} {...props} />}
      {props && <DeleteSupportDialog opened={opened && subject.kind === 'delete'} {...props} />}
    </>
  );
}
