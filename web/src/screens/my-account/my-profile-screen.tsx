import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import { useEffect } from 'react';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { OperatorSecondFactor } from './operator-second-factor.tsx';
import { profileFacts } from './profile-facts.tsx';

export function MyProfileScreen() {
  const userId = useIdParam('userId');
  useEffect(() => {
    if (userId === undefined) console.error('The profile page was opened without a user ID.');
  }, [userId]);
  return (
    <>
      <PageHeader title="My Profile" />
      <Paper withBorder p="lg" maw={640}>
        {userId === undefined ? <NoProfile /> : <Profile key={String(userId)} userId={userId} />}
      </Paper>
    </>
  );
}

function Profile({ userId }: { userId: bigint }) {
  const { data: profile, isPending, refetch } = useRead(users.profile, { body: { userId } });
  if (profile) {
    return (
      <>
        <FactList facts={profileFacts(profile)} />
        {profile.hasSecondFactor !== undefined && (
          <OperatorSecondFactor userId={userId} profile={profile} />
        )}
      </>
    );
  }
  return isPending ? <Skeleton height={320} /> : <NoProfile onRetry={refetch} />;
}

function NoProfile({ onRetry }: { onRetry?: () => void }) {
  return (
    <Group justify="space-between">
      <Text>No profile data available.</Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Group>
  );
}
