import type { MouseEvent } from 'react';

/**
 * For the buttons below fields that complain when they are left: a press would take the focus, the
 * complaint would push the button away from under the pointer, and the click would be lost.
 */
export function holdFocus(event: MouseEvent) {
  event.preventDefault();
}
