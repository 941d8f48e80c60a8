import { Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { BodyOf } from '@pitboss/contract/endpoint';
import { type Band, multipliers } from '@pitboss/contract/multipliers';
import * as z from 'zod/mini';
import { fieldErrors } from '#src/lib/api-error.ts';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { ReturnPreview } from './return-preview.tsx';

interface FormProps {
  /** The table as it is. */
  bands: Band[];
  limitMillionths: number | undefined;
  onClose: () => void;
}

interface Props extends FormProps {
  opened: boolean;
}

export function AddMultiplierDialog({ opened, ...props }: Props) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Add Multiplayer" size="lg">
      <AddMultiplierForm {...props} />
    </Modal>
  );
}

const { min, max, probability } = multipliers.add.body.shape;
const number = { type: 'number', step: 'any', autoComplete: 'off' };

function AddMultiplierForm({ bands, limitMillionths, onClose }: FormProps) {
  const form = useForm({
    initialValues: { min: '', max: '', probability: '' },
    validate: {
      min: (text) => fieldProblem(min, text.trim()),
      max: (text) => fieldProblem(max, text.trim()),
      probability: (text) => fieldProblem(probability, text.trim()),
    },
    validateInputOnBlur: true,
  });
  const add = useWrite(multipliers.add, {
    refreshes: [multipliers.list, multipliers.table],
    done: 'Operation successful!',
    failed: 'The band could not be added. Please try again.',
    onDone: onClose,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  const draft = draftOf(form.values);
  const send = form.onSubmit(
    () => draft && add.mutate({ body: draft }),
    (errors) => console.log('Nothing is sent without a right min, max and probability.', errors),
  );
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <TextInput label="Min" data-autofocus {...number} {...form.getInputProps('min')} />
          <TextInput label="Max" {...number} {...form.getInputProps('max')} />
          <TextInput label="Probability (%)" {...number} {...form.getInputProps('probability')} />
        </SimpleGrid>
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {previewTitle(draft !== undefined, bands.length === 0)}
          </Text>
          <ReturnPreview
            bands={draft ? [...bands, draft] : bands}
            limitMillionths={limitMillionths}
          />
        </div>
        <FormButtons submit="Add" isReady isBusy={add.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** The band that the fields spell; undefined while they spell none. */
function draftOf(values: { min: string; max: string; probability: string }) {
  const trimmed = Object.entries(values).map(([field, text]) => [field, text.trim()]);
  const result = z.safeDecode(multipliers.add.body, Object.fromEntries(trimmed));
  return result.success ? (result.data as BodyOf<typeof multipliers.add>) : undefined;
}

function previewTitle(hasDraft: boolean, isFirst: boolean): string {
  if (!hasDraft) return 'Return to players as the table is now';
  if (isFirst) return 'Return to players with this band, which replaces the built-in table';
  return 'Return to players with this band';
}
