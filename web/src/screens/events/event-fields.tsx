import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Event as GameEvent } from '@pitboss/contract/events';
import type { EventFormValues } from './event-form-values.ts';
import { PictureField } from './picture-field.tsx';

interface Props {
  form: UseFormReturnType<EventFormValues>;
  event: GameEvent | undefined;
}

const maintenanceOptions = [
  { value: 'false', label: 'No' },
  { value: 'true', label: 'Yes' },
];
const activeOptions = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

export function EventFields({ form, event }: Props) {
  const picture = (field: 'icon' | 'image') => ({
    present: event?.[field] ?? null,
    value: form.values[field],
    path: field,
    error: (form.errors[field] as string | undefined) ?? null,
    onChange: (file: File | null) => {
      form.setFieldValue(field, file);
      form.validateField(field);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label="Event ID"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('eventId')}
      />
      <TextInput label="Event Name" autoComplete="off" {...form.getInputProps('eventName')} />
      <TextInput
        label="Sequence"
        type="number"
        min={0}
        step={1}
        {...form.getInputProps('sequence')}
      />
      <TextInput
        label="Link"
        type="url"
        placeholder="https://"
        autoComplete="off"
        {...form.getInputProps('link')}
      />
      <PictureField label="Icon" {...picture('icon')} />
      <PictureField label="Image" {...picture('image')} />
      <NativeSelect
        label="Maintenance Status"
        data={maintenanceOptions}
        {...form.getInputProps('isMaintenance')}
      />
      {event && (
        <NativeSelect
          label="Active Status"
          data={activeOptions}
          {...form.getInputProps('isActive')}
        />
      )}
    </SimpleGrid>
  );
}
