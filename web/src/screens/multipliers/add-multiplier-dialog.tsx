import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { BodyOf } from '@pitboss/contract/endpoint';
import { type Band, multipliers } from '@pitboss/contract/multipliers';
import * as z from 'zod/mini';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';
import { ReturnPreview } from './return-preview.tsx';
import { rulesOf, type TableFacts, weigh } from './table-facts.ts';

interface FormProps {
  /** The draft as it is. */
  bands: Band[];
  facts: TableFacts;
  onClose: () => void;
}

interface Props extends FormProps {
  opened: boolean;
}

export function AddMultiplierDialog({ opened, ...props }: Props) {
  return (
    <FormDialog opened={opened} onClose={props.onClose} title="Add Multiplayer" size="lg">
      <AddMultiplierForm {...props} />
    </FormDialog>
  );
}

const { min, max, probability } = multipliers.add.body.shape;
// Plain text: a field of numbers drops a comma without a word.
const number = { inputMode: 'decimal', autoComplete: 'off' } as const;

function AddMultiplierForm({ bands, facts, onClose }: FormProps) {
  const form = useForm({
    initialValues: { min: '', max: '', probability: '' },
    validate: {
      min: (text) => fieldProblem(min, text.trim()),
      max: (text) => fieldProblem(max, text.trim()),
      probability: (text) => fieldProblem(probability, text.trim()),
    },
  });
  useDraft('band new', form);
  const add = useWrite(multipliers.add, {
    refreshes: [multipliers.list, multipliers.table],
    done: 'Operation successful!',
    failed: 'The band could not be added. Please try again.',
    onDone: onClose,
    fields: form.fields,
    isFieldEnough: true,
  });
  const band = bandOf(form.values);
  // Bands come one by one: that they return too little so far is no matter yet.
  const rules = { ...rulesOf(facts), floorMillionths: 0 };
  const weighed = weigh(band ? [...bands, band] : bands, facts, rules);
  const send = () => band && add.mutate({ body: band });
  const sayNothingSent = (errors: object) =>
    console.log('Nothing is sent without a right min, max and probability.', errors);
  return (
    <Form form={form} onSubmit={send} onInvalid={sayNothingSent}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <TextInput label="Min" data-autofocus {...number} {...form.getInputProps('min')} />
          <TextInput label="Max" {...number} {...form.getInputProps('max')} />
          <TextInput label="Probability (%)" {...number} {...form.getInputProps('probability')} />
        </SimpleGrid>
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {previewTitle(band !== undefined, bands.length === 0)}
          </Text>
          <ReturnPreview weighed={weighed} rules={rules} />
        </div>
        <FormButtons submit="Add" isReady isBusy={add.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

/** The band that the fields spell; undefined while they spell none. */
function bandOf(values: { min: string; max: string; probability: string }) {
  const trimmed = Object.entries(values).map(([field, text]) => [field, text.trim()]);
  const result = z.safeDecode(multipliers.add.body, Object.fromEntries(trimmed));
  return result.success ? (result.data as BodyOf<typeof multipliers.add>) : undefined;
}

function previewTitle(hasBand: boolean, isFirst: boolean): string {
  if (!hasBand) return 'Return to players as the draft is now';
  if (isFirst) return 'Return to players with this band, which replaces the built-in table';
  return 'Return to players with this band';
}
