import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { type Draft, registerForm, takeDraft } from './left-page.ts';
import { operatorName } from './session.ts';

/**
 * Keeps what is typed into a form over the end of a session, for the same operator and the form of
 * the same name. Passwords and files are never kept. A form that outlives its dialog has nothing to
 * keep, and is given nothing back, while that is not open.
 */
export function useDraft<Values extends object>(
  name: string,
  form: UseFormReturnType<Values>,
  isOpen = true,
) {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (!isOpen) return;
    const draft = takeDraft(operatorName(), name);
    if (draft) latest.current.setValues(draft as Partial<Values>);
    return registerForm(name, () =>
      latest.current.isDirty() ? keptOf(latest.current.getValues()) : undefined,
    );
  }, [name, isOpen]);
}

function keptOf(values: object): Draft {
  const fields = Object.entries(values).filter(
    ([field, value]) => !/password/i.test(field) && typeof value !== 'object',
  );
  return Object.fromEntries(fields);
}
