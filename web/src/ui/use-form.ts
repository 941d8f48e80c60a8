import { type UseFormInput, useForm as useMantineForm } from '@mantine/form';
import { afterPress } from '#src/lib/after-press.ts';
import type { Fields } from '#src/lib/failure-words.ts';

/** A form whose fields say what is wrong once they were touched and left, and never mid-press. */
export function useForm<Values extends object>(input: UseFormInput<Values>) {
  const form = useMantineForm<Values>({
    ...input,
    enhanceGetInputProps: ({ field, form }) => ({
      onBlur: () => {
        if (form.isTouched(field)) afterPress(() => form.validateField(field));
      },
    }),
  });
  const fields: Fields = {
    // A form may know of a field that it does not show: a new bank has no status to choose.
    has: (field) => Object.hasOwn(form.getValues(), field) && form.getInputNode(field) !== null,
    show: (errors) => form.setErrors(errors),
  };
  return { ...form, fields };
}
