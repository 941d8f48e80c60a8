import { Stack, Text } from '@mantine/core';
import { secondFactor } from '@pitboss/contract/second-factor';
import { useWrite } from '#src/lib/use-api.ts';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

export function RenewCodesDialog({ opened, onClose }: Props) {
  const renew = useWrite(secondFactor.renewCodes, {
    refreshes: [secondFactor.get],
    fixedWords: 'done',
    failed: 'No codes could be made. Please try again.',
  });
  const codes = renew.data?.data.recoveryCodes;
  const close = () => {
    onClose();
    renew.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="New recovery codes"
      closeOnClickOutside={!codes}
      closeOnEscape={!codes}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            renew.mutate({});
          }}
        >
          <Stack gap="md">
            <Text>Ten new codes are made. Those you have now count no more.</Text>
            <FormButtons
              submit="Make new codes"
              isReady={true}
              isBusy={renew.isPending}
              onCancel={close}
            />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
