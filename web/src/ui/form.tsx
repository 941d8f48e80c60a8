import type { UseFormReturnType } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, use, useEffect } from 'react';
import { GuardContext, type IsChanged, useLeaveGuard } from './leave-guard.tsx';

interface Props<Values> {
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => void;
  onInvalid?: (errors: object) => void;
  children: ReactNode;
}

/**
 * What all forms share: Enter marks whatever is wrong, also while the button is disabled and the
 * browser would do nothing; and changes are not left without a question. Saved ones are not
 * changes: a screen that goes elsewhere after saving calls `resetDirty` first.
 */
export function Form<Values>({ form, onSubmit, onInvalid, children }: Props<Values>) {
  const isChanged = () => form.isDirty();
  const isInDialog = useDialogGuard(isChanged);
  const mark = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && !form.isValid()) form.validate();
  };
  return (
    <form noValidate onSubmit={form.onSubmit(onSubmit, onInvalid)} onKeyDown={mark}>
      {children}
      {!isInDialog && <PageGuard isChanged={isChanged} />}
    </form>
  );
}

/** Tells the dialog around it, if there is one, whether there is something to lose. */
export function useDialogGuard(isChanged: IsChanged): boolean {
  const dialog = use(GuardContext);
  useEffect(() => {
    if (!dialog) return;
    dialog.current = isChanged;
    return () => {
      dialog.current = () => false;
    };
  });
  return dialog !== undefined;
}

function PageGuard({ isChanged }: { isChanged: IsChanged }) {
  return useLeaveGuard(isChanged).question;
}
