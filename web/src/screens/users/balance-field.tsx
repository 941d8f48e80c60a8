import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatMoney } from '#src/lib/format.ts';
import { useOperator } from '#src/lib/session.ts';
import { useWallet, walletIn } from '#src/lib/use-wallet.ts';
import type { UserFormValues } from './user-form-values.ts';

/** The opening balance. It takes no minus sign, and says what there is to give. */
export function BalanceField({ form }: { form: UseFormReturnType<UserFormValues> }) {
  const { onChange, ...props } = form.getInputProps('balance');
  return (
    <TextInput
      label="Balance"
      description={useSource(form.values)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Optional"
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('-', ''))}
      {...props}
    />
  );
}

function useSource({ isDemo, currency: chosen }: UserFormValues): string {
  const operator = useOperator();
  const { wallet } = useWallet();
  if (isDemo) return 'Play money: nothing is taken from your balance.';
  const currency = operator?.role === 'SUPER' ? chosen : operator?.currency;
  const own = walletIn(wallet, currency);
  return own
    ? `Available: ${formatMoney(own.balance)} ${own.currency}`
    : 'Choose a currency first.';
}
