import { Button, Stack, Text } from '@mantine/core';
import { ApiError, failureText } from '#src/lib/api-error.ts';

interface Props {
  error: Error;
  onRetry: () => void;
}

/** Stands where the data would stand when it could not be read. */
export function LoadFailure({ error, onRetry }: Props) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      <Text ta="center" role="alert">
        {failureText(error, 'The data could not be loaded.')}
      </Text>
      {!isLasting(error) && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Stack>
  );
}

/** What was asked for is refused by its own words; asked again it would be refused again. */
function isLasting(error: Error): boolean {
  return error instanceof ApiError && Object.keys(error.errors).length > 0;
}
