import IconEye from 'tabler:eye';
import IconEyeOff from 'tabler:eye-off';
import { VisuallyHidden } from '@mantine/core';

/**
 * The toggle is named by text inside it: an aria-label with the word "password" would make it a
 * second match for whoever looks for the field by its label.
 */
export function PasswordToggleIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return (
    <>
      <Icon size={18} />
      <VisuallyHidden>Show password</VisuallyHidden>
    </>
  );
}
