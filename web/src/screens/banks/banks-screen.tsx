import IconPlus from 'tabler:plus';
import { Button } from '@mantine/core';
import { banks } from '@pitboss/contract/banks';
import { useMemo } from 'react';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { type BankDialogSubject, bankColumns } from './bank-columns.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { DeleteBankDialog } from './delete-bank-dialog.tsx';

export function BanksScreen() {
  const { subject, opened, show, close } = useRowDialog<BankDialogSubject>();
  const columns = useMemo(() => bankColumns(show), [show]);
  return (
    <>
      <PageHeader title="Bank Details">
        <Button leftSection={<IconPlus size={18} />} onClick={() => show({ kind: 'form' })}>
          Add Bank
        </Button>
      </PageHeader>
      <ServerTable
        endpoint={banks.list}
        label="Bank Details"
        columns={columns}
        rowKey={(bank) => String(bank._id)}
        defaultOrder={{ column: '_id', dir: 'desc' }}
      />
      {subject && (
        <BankDialog
          bank={subject.bank}
          opened={opened && subject.kind === 'form'}
          onClose={close}
        />
      )}
      {subject?.bank && (
        <DeleteBankDialog
          bank={subject.bank}
          opened={opened && subject.kind === 'delete'}
          onClose={close}
        />
      )}
    </>
  );
}
