import { Button, type ButtonProps } from '@mantine/core';

/**
 * Submits its form. Pressing it leaves the focus in the field: the field's message would else
 * appear at that moment, push the button away from under the pointer, and swallow the click.
 */
export function SubmitButton(props: ButtonProps) {
  return <Button type="submit" onMouseDown={(event) => event.preventDefault()} {...props} />;
}
