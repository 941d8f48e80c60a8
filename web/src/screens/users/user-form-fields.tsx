import { Group, NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { currencies } from '@pitboss/contract/money';
import { userStatuses } from '@pitboss/contract/users';
import { capitalise } from '#src/lib/format.ts';
import { Checkbox } from '#src/ui/styled/checkbox.ts';
import { Radio } from '#src/ui/styled/radio.ts';
import { BalanceField } from './balance-field.tsx';
import type { UserFormValues } from './user-form-values.ts';

interface Props {
  form: UseFormReturnType<UserFormValues>;
  isNew: boolean;
  isSuper: boolean;
}

const statusOptions = userStatuses.map((value) => ({ value, label: capitalise(value) }));

export function UserFormFields({ form, isNew, isSuper }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      {isNew && (
        <>
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <BalanceField form={form} />
        </>
      )}
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Group gap="lg" mih={36}>
          {isSuper && <Radio value="ADMIN" label="Admin" />}
          <Radio value="USER" label="User" />
        </Group>
      </Radio.Group>
      <Checkbox
        label="Is Demo"
        mt={{ base: 0, xs: 32 }}
        {...form.getInputProps('isDemo', { type: 'checkbox' })}
      />
      <NativeSelect label="Status" data={statusOptions} {...form.getInputProps('status')} />
      {isSuper && <SuperFields form={form} />}
    </SimpleGrid>
  );
}

/** What a client of an ADMIN takes over from the ADMIN. */
function SuperFields({ form }: Pick<Props, 'form'>) {
  const limit = { inputMode: 'decimal', placeholder: 'No limit', autoComplete: 'off' } as const;
  return (
    <>
      <NativeSelect label="Currency" {...form.getInputProps('currency')}>
        <option value="" disabled>
          Choose a currency
        </option>
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </NativeSelect>
      <TextInput label="Min Bet Limit" {...limit} {...form.getInputProps('minimumBets')} />
      <TextInput label="Max Bet Limit" {...limit} {...form.getInputProps('maximumBets')} />
    </>
  );
}
