import { Alert, Button, Group, Stack } from '@mantine/core';
import { copyText } from '#src/lib/copy-text.ts';
import { toast } from '#src/lib/toast.ts';
import classes from './second-factor.module.css';

interface Props {
  codes: string[];
  onDone: () => void;
}

/** Shown this once; each opens the door in place of the app, and then never again. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    copyText(text).then(
      () => toast.success('Copied to clipboard!'),
      () => toast.error('Failed to copy to clipboard. Please try again.'),
    );
  return (
    <Stack gap="md">
      <Alert title="Keep these recovery codes" color="gray">
        They are shown only now. Each signs you in once without your phone.
      </Alert>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Button variant="default" onClick={copy}>
            Copy
          </Button>
          <Button variant="default" onClick={() => download(text)}>
            Download
          </Button>
        </Group>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  );
}

function download(text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'pitboss-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
