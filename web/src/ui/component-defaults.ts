import type { MantineThemeComponents } from '@mantine/core';
import { PasswordToggleIcon } from './password-toggle-icon.tsx';

/** What every modal and every field for a password has, wherever it stands. */
export const componentDefaults: MantineThemeComponents = {
  Modal: {
    defaultProps: {
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      overlayProps: { backgroundOpacity: 0.5 },
      // One that moves as it comes would draw its buttons away from under the pointer.
      transitionProps: { duration: 200, transition: 'fade' },
      // Mantine makes it a header, which in a dialog would be a second banner of the page.
      attributes: { header: { role: 'presentation' } },
      // Otherwise it begins where it stands in the page, which matters where that is a row.
      styles: { inner: { left: 0 } },
    },
  },
  PasswordInput: {
    defaultProps: {
      visibilityToggleIcon: PasswordToggleIcon,
      visibilityToggleFocusable: true,
      visibilityToggleButtonProps: { 'aria-label': undefined },
    },
  },
};
