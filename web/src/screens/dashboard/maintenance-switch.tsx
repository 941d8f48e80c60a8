import { NativeSelect } from '@mantine/core';
import { maintenance } from '@pitboss/contract/maintenance';
import { useCallback, useState } from 'react';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import classes from '#src/ui/room.module.css';
import { useFetchedPart } from '#src/ui/use-fetched-part.ts';

/** The longest of its words. */
const notSet = 'Maintenance: not set';

const loadDialog = async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog;

/** SUPER's switch for the game; until somebody has used it, it is neither on nor off. */
export function MaintenanceSwitch() {
  const { data, isPending } = useRead(maintenance.get, {});
  const [choice, setChoice] = useState<boolean>();
  const [isWanted, setWanted] = useState(false);
  const close = useCallback(() => setWanted(false), []);
  const asked = { isWanted, callOff: close };
  const { Part: MaintenanceDialog, opened, need, near } = useFetchedPart(loadDialog, asked);
  const save = useWrite(maintenance.set, {
    refreshes: [maintenance.get],
    done: 'Maintenance updated',
    failed: 'Failed Update',
    failedTitle: 'Failed Update',
    onDone: close,
    onFailed: close,
  });
  if (isPending) return <NativeSelect disabled data={[notSet]} className={classes.room ?? ''} />;
  if (!data) return null;
  const shown = save.isPending ? save.variables.body.isMaintenance : data.isMaintenance;
  const ask = (isMaintenance: boolean) => {
    need();
    setChoice(isMaintenance);
    setWanted(true);
  };
  const confirm = (reason: string) => {
    if (choice === undefined) return;
    save.mutate({ body: { isMaintenance: choice, ...(reason ? { reason } : {}) } });
  };
  return (
    <>
      <NativeSelect
        aria-label="Maintenance"
        value={shown === null ? '' : String(shown)}
        disabled={save.isPending}
        onChange={(event) => ask(event.currentTarget.value === 'true')}
        {...near}
      >
        {shown === null && (
          <option value="" disabled>
            {notSet}
          </option>
        )}
        <option value="true">Maintenance: On</option>
        <option value="false">Maintenance: Off</option>
      </NativeSelect>
      {MaintenanceDialog && (
        <MaintenanceDialog
          wanted={choice ? 'on' : 'off'}
          opened={opened}
          isBusy={save.isPending}
          onConfirm={confirm}
          onCancel={close}
        />
      )}
    </>
  );
}
