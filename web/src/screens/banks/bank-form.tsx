import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Bank, bankStatuses, banks } from '@pitboss/contract/banks';
import { capitalise } from '#src/lib/format.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { useForm } from '#src/ui/use-form.ts';
import {
  type BankFormValues,
  bankChangesOf,
  bankRules,
  bankValues,
  newBankOf,
  newBankValues,
} from './bank-form-values.ts';
import { bankWords } from './bank-words.ts';

interface Props {
  bank: Bank | undefined;
  onDone: () => void;
}

export function BankForm({ bank, onDone }: Props) {
  const form = useForm({
    initialValues: bank ? bankValues(bank) : newBankValues,
    validate: bankRules,
  });
  useDraft(`bank ${bank?._id ?? 'new'}`, form);
  const shared = {
    refreshes: [banks.list],
    onDone,
    fields: form.fields,
  };
  const add = useWrite(banks.add, { ...bankWords.add, ...shared });
  const update = useWrite(banks.update, { ...bankWords.update, ...shared });
  const save = (values: BankFormValues) => {
    if (!bank) return add.mutate({ body: newBankOf(values) });
    const body = bankChangesOf(values, form.getInitialValues());
    update.mutate({ params: { id: bank._id }, body });
  };
  return (
    <Form form={form} onSubmit={save}>
      <Stack gap="md">
        <BankFields form={form} isNew={!bank} />
        <FormButtons
          submit="Save"
          isReady={form.isValid() && (!bank || form.isDirty())}
          isBusy={add.isPending || update.isPending}
          onCancel={onDone}
        />
      </Stack>
    </Form>
  );
}

const statusOptions = bankStatuses.map((value) => ({ value, label: capitalise(value) }));

interface FieldsProps {
  form: UseFormReturnType<BankFormValues>;
  isNew: boolean;
}

function BankFields({ form, isNew }: FieldsProps) {
  const optional = { placeholder: 'No limit', autoComplete: 'off' };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label="Bank Name"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('bankName')}
      />
      <TextInput
        label="Account Holder"
        autoComplete="off"
        {...form.getInputProps('accountHolderName')}
      />
      <TextInput
        label="Account Number"
        autoComplete="off"
        {...form.getInputProps('accountNumber')}
      />
      <TextInput label="IBAN" autoComplete="off" {...form.getInputProps('IBAN')} />
      <TextInput
        label="Max Amount"
        description="Largest single deposit"
        inputMode="decimal"
        {...optional}
        {...form.getInputProps('maxAmount')}
      />
      <TextInput
        label="Limits"
        description="Deposits a day"
        inputMode="numeric"
        {...optional}
        {...form.getInputProps('limits')}
      />
      {!isNew && (
        <NativeSelect label="Status" data={statusOptions} {...form.getInputProps('status')} />
      )}
    </SimpleGrid>
  );
}
