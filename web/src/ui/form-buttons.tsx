import { Button, Group } from '@mantine/core';

interface Props {
  /** What the button that submits the form says. */
  submit: string;
  isReady: boolean;
  isBusy: boolean;
  onCancel: () => void;
}

/** The last line of a form in a dialog. */
export function FormButtons({ submit, isReady, isBusy, onCancel }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={!isReady || isBusy} loading={isBusy}>
        {submit}
      </Button>
    </Group>
  );
}
