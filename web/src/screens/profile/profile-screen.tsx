import { SimpleGrid } from '@mantine/core';
import { useOperator } from '#src/lib/session.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { AddBankForm } from './add-bank-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OperatorSecuritySection } from './operator-security-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ProfileScreen() {
  const operator = useOperator();
  return (
    <>
      <PageHeader title="Profile" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <AddBankForm />
        <ChangePasswordForm />
      </SimpleGrid>
      <NotificationsSection />
      <SecondFactorSection />
      {operator?.role === 'SUPER' && <OperatorSecuritySection />}
      <SessionsSection />
    </>
  );
}
