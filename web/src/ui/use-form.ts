import { type UseFormInput, useForm as useMantineForm } from '@mantine/form';
import { afterPress } from '#src/lib/after-press.ts';

/** A form whose fields say what is wrong once they were touched and left, and never mid-press. */
export function useForm<Values extends object>(input: UseFormInput<Values>) {
  return useMantineForm<Values>({
    ...input,
    enhanceGetInputProps: ({ field, form }) => ({
      onBlur: () => {
        if (form.isTouched(field)) afterPress(() => form.validateField(field));
      },
    }),
  });
}
