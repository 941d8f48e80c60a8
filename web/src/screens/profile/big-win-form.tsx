import { Button, Group, TextInput } from '@mantine/core';
import { Amount, type Currency, minorFromText } from '@pitboss/contract/money';
import { type NotificationSettings, notifications } from '@pitboss/contract/notifications';
import { amountText } from '#src/lib/amount-text.ts';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { useOperator } from '#src/lib/session.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { Form } from '#src/ui/form.tsx';
import { useForm } from '#src/ui/use-form.ts';

/** From which win on a client's is a big one; SUPER plays in every currency. */
export function BigWinForm({ settings }: { settings: NotificationSettings }) {
  const operator = useOperator();
  const isSuper = operator?.role === 'SUPER';
  const shown = settings.bigWins.filter(
    ({ currency }) => isSuper || currency === (operator?.currency ?? currency),
  );
  const form = useForm<Partial<Record<Currency, string>>>({
    initialValues: Object.fromEntries(
      shown.map(({ currency, limit }) => [currency, amountText(limit)]),
    ),
    validate: Object.fromEntries(shown.map(({ currency }) => [currency, problemOf])),
  });
  const save = useWrite(notifications.set, {
    refreshes: [notifications.settings],
    done: 'Notification settings saved.',
    failed: 'The settings could not be saved. Please try again.',
  });
  const submit = (values: Partial<Record<Currency, string>>) => {
    const bigWins = shown.map(({ currency }) => ({
      currency,
      limit: minorFromText((values[currency] ?? '').trim()) ?? 0n,
    }));
    save.mutate({ body: { bigWins } });
  };
  return (
    <Form form={form} onSubmit={submit}>
      <Group align="flex-end" gap="md" mt="xs">
        {shown.map(({ currency }) => (
          <TextInput
            key={currency}
            label={`Big win from, ${currency}`}
            inputMode="decimal"
            w={170}
            {...form.getInputProps(currency)}
          />
        ))}
        <Button type="submit" variant="default" disabled={save.isPending}>
          Save Limits
        </Button>
      </Group>
    </Form>
  );
}

function problemOf(text: string | undefined): string | null {
  return fieldProblem(Amount, (text ?? '').trim());
}
