import { Alert, Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetLeftPage, readLeftPage } from '#src/lib/left-page.ts';
import { useOperator } from '#src/lib/session.ts';

/** Whoever was signed out in the middle of something finds back to it. */
export function WayBack() {
  const operator = useOperator();
  const router = useRouter();
  const [left, setLeft] = useState(readLeftPage);
  const isElsewhere = left !== undefined && !left.address.startsWith('/dashboard');
  if (!isElsewhere || left.operator !== operator?.username) return null;
  const forget = () => {
    forgetLeftPage();
    setLeft(undefined);
  };
  return (
    <Alert
      mb="md"
      color="gray"
      title="You were signed out"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={forget}
    >
      <Anchor
        href={left.address}
        underline="always"
        onClick={(event) => {
          event.preventDefault();
          router.history.push(left.address);
        }}
      >
        Back to {left.title || left.address}
      </Anchor>
      , with what you had typed there.
    </Alert>
  );
}
