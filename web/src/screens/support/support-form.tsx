import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core';
import { NewSupport, type SupportType, support } from '@pitboss/contract/support';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { useForm } from '#src/ui/use-form.ts';
import classes from './support.module.css';
import { addedTypes } from './support-types.ts';

/** The words for both forms. */
export const supportRules = {
  type: (type: string) => (type === '' ? 'Type is required.' : null),
  link: (link: string) =>
    fieldProblem(NewSupport.shape.link, link.trim(), 'Valid URL is required.'),
};

export const supportWords = {
  done: 'Support updated successfully',
  failed: 'Failed to update support',
  fixedWords: 'failed',
} as const;

export function SupportForm() {
  const form = useForm({
    initialValues: { type: 'whatsapp' as SupportType, link: '' },
    validate: supportRules,
  });
  useDraft('support new', form);
  const add = useWrite(support.add, {
    ...supportWords,
    refreshes: [support.list],
    onDone: () => form.reset(),
    fields: form.fields,
  });
  return (
    <Paper withBorder p="md" mb="md">
      <Form
        form={form}
        onSubmit={({ type, link }) => add.mutate({ body: { type, link: link.trim() } })}
      >
        <Group align="flex-start" gap="sm">
          <NativeSelect
            label="Type"
            data={addedTypes}
            classNames={{ input: classes.type ?? '' }}
            {...form.getInputProps('type')}
          />
          <TextInput
            label="Link"
            type="url"
            placeholder="https://"
            autoComplete="off"
            className={classes.link ?? ''}
            {...form.getInputProps('link')}
          />
          <Button
            type="submit"
            className={classes.save ?? ''}
            disabled={!form.isValid() || add.isPending}
            loading={add.isPending}
          >
            Save
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}
