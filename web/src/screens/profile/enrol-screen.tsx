import { Button, Paper, Text, Title } from '@mantine/core';
import { secondFactor } from '@pitboss/contract/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { enrolmentDone } from '#src/lib/session.ts';
import { signOut } from '#src/lib/sign-out.ts';
import { useRead } from '#src/lib/use-api.ts';
import { Enrolment } from './enrolment.tsx';
import classes from './second-factor.module.css';

/** All that an operator reaches who must have a second factor and has none. */
export function EnrolScreen() {
  const client = useQueryClient();
  const [isEnrolling, setEnrolling] = useState(false);
  const { data } = useRead(secondFactor.get, {}, { failed: null });
  // It may have been set up elsewhere, or be required no more.
  const isThrough = data !== undefined && (data.since !== null || !data.isRequired);
  const goOn = () => {
    client.clear();
    enrolmentDone();
  };
  useEffect(() => {
    if (isThrough && !isEnrolling) goOn();
  });
  return (
    <main className={classes.enrol}>
      <Paper withBorder p="lg">
        <Title order={1} size="h3" mb="xs">
          Two-factor sign-in is required
        </Title>
        <Text size="sm" c="dimmed" mb="lg">
          Set it up once, then go on with your work.
        </Text>
        <Enrolment onOn={() => setEnrolling(true)} onDone={goOn} />
        <Button variant="default" mt="lg" onClick={signOut}>
          Logout
        </Button>
      </Paper>
    </main>
  );
}
