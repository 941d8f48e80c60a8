import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type Support, support } from '@pitboss/contract/support';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';
import classes from './support.module.css';
import { supportRules, supportWords } from './support-form.tsx';
import { editedTypes } from './support-types.ts';

interface Props {
  entry: Support;
  opened: boolean;
  onClose: () => void;
}

export function EditSupportDialog({ entry, opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Edit Customer Support">
      <EditSupportForm entry={entry} onDone={onClose} />
    </FormDialog>
  );
}

function EditSupportForm({ entry, onDone }: { entry: Support; onDone: () => void }) {
  const form = useForm({
    initialValues: { type: entry.type, link: entry.link },
    validate: supportRules,
  });
  useDraft(`support ${entry._id}`, form);
  const update = useWrite(support.update, {
    ...supportWords,
    refreshes: [support.list],
    onDone,
    fields: form.fields,
  });
  const save = ({ type, link }: typeof form.values) =>
    update.mutate({ params: { id: entry._id }, body: { type, link: link.trim() } });
  return (
    <Form form={form} onSubmit={save}>
      <Stack gap="md">
        <NativeSelect
          label="Type"
          data={editedTypes(entry.type)}
          classNames={{ input: classes.type ?? '' }}
          {...form.getInputProps('type')}
        />
        <TextInput
          label="Link"
          type="url"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('link')}
        />
        <FormButtons
          submit="Save Changes"
          isReady={form.isValid()}
          isBusy={update.isPending}
          onCancel={onDone}
        />
      </Stack>
    </Form>
  );
}
