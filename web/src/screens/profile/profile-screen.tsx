import { SimpleGrid } from '@mantine/core';
import { PageHeader } from '#src/ui/page-header.tsx';
import { AddBankForm } from './add-bank-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ProfileScreen() {
  return (
    <>
      <PageHeader title="Profile" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <AddBankForm />
        <ChangePasswordForm />
      </SimpleGrid>
      <SessionsSection />
    </>
  );
}
