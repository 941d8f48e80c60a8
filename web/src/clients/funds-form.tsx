import { Button, Group, Stack, TextInput } from '@mantine/core';
import { clients } from '@pitboss/contract/clients';
import { MoveAmount } from '@pitboss/contract/money';
import { transactions } from '@pitboss/contract/transactions';
import { type User, users } from '@pitboss/contract/users';
import * as z from 'zod/mini';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { formatAmount } from '#src/lib/format.ts';
import { useHeldOrders } from '#src/lib/orders.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { useDialogGuard } from '#src/ui/form.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { useForm } from '#src/ui/use-form.ts';
import { FundsBalances } from './funds-balances.tsx';

interface Props {
  user: User;
  onDone: () => void;
}

const remarksLengthMax = 500;

export function FundsForm({ user, onDone }: Props) {
  const form = useForm({
    initialValues: { amount: '', remarks: '' },
    validate: { amount: amountProblem },
  });
  useDraft(`funds ${user._id}`, form);
  const about = [`client ${user.username}`];
  const intent = (kind: string, amount: bigint, way: 'to' | 'from') => ({
    about,
    kind,
    detail: `${formatAmount(amount, user.currency)} ${way} ${user.username}`,
  });
  const shared = {
    refreshes: [
      users.list,
      users.balance,
      users.profile,
      transactions.listStatement,
      clients.get,
      clients.balanceHistory,
    ],
    onDone,
    fields: form.fields,
  };
  const deposit = useWrite(transactions.deposit, {
    ...shared,
    order: ({ body }) => intent('Deposit', body.amount, 'to'),
    done: 'Deposit successful!',
    failed: 'Deposit failed. Please try again.',
  });
  const withdraw = useWrite(transactions.withdraw, {
    ...shared,
    order: ({ body }) => intent('Withdraw', body.amount, 'from'),
    done: 'Withdraw successful!',
    failed: 'Withdraw failed. Please try again.',
  });
  const isHeld = useHeldOrders(about).length > 0;
  const isMoving = deposit.isPending || withdraw.isPending || isHeld;
  const move = (send: (order: { amount: bigint; remarks: string }) => void) => {
    if (form.validate().hasErrors) return toast.warning('Please enter a valid amount');
    const { amount, remarks } = form.getValues();
    send({ amount: z.decode(MoveAmount, amount.trim()), remarks });
  };
  const params = { id: user._id };
  // What was sent is not lost by leaving.
  useDialogGuard(() => form.isDirty() && !isMoving);

  return (
    <Stack gap="md">
      <FundsBalances user={user} amount={amountIn(form.values.amount)} />
      <HeldOrders about={about} />
      <TextInput
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Remarks"
        placeholder="Optional"
        maxLength={remarksLengthMax}
        {...form.getInputProps('remarks')}
      />
      <Group grow>
        <Button
          disabled={isMoving}
          loading={deposit.isPending}
          onClick={() =>
            move((order) => deposit.mutate({ params, body: { userId: user._id, ...order } }))
          }
        >
          Deposit
        </Button>
        <Button
          variant="default"
          disabled={isMoving || user.isDemo}
          loading={withdraw.isPending}
          onClick={() => move((body) => withdraw.mutate({ params, body }))}
        >
          Withdraw
        </Button>
      </Group>
    </Stack>
  );
}

function amountProblem(amount: string): string | null {
  return fieldProblem(MoveAmount, amount.trim(), 'Amount must be greater than 0.');
}

/** What is typed so far, where it is an amount. */
function amountIn(text: string): bigint | undefined {
  const result = z.safeDecode(MoveAmount, text.trim());
  return result.success ? result.data : undefined;
}
