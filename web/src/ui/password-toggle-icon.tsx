import { VisuallyHidden } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';

/**
 * The toggle is named by text inside it: an aria-label with the word "password" would make it a
 * second match for whoever looks for the field by its label.
 */
export function PasswordToggleIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return (
    <>
      <Icon size={18} aria-hidden />
      <VisuallyHidden>Show password</VisuallyHidden>
    </>
  );
}
