import { NativeSelect } from '@mantine/core';
import { maintenance } from '@pitboss/contract/maintenance';
import { useRead, useWrite } from '#src/lib/use-api.ts';

/** SUPER's switch for the game; until somebody has used it, it is neither on nor off. */
export function MaintenanceSwitch() {
  const { data } = useRead(maintenance.get, {});
  const save = useWrite(maintenance.set, {
    refreshes: [maintenance.get],
    done: 'Maintenance updated',
    failed: 'Failed Update',
    failedTitle: 'Failed Update',
  });
  if (!data) return null;
  const shown = save.isPending ? save.variables.body.isMaintenance : data.isMaintenance;
  return (
    <NativeSelect
      aria-label="Maintenance"
      value={shown === null ? '' : String(shown)}
      disabled={save.isPending}
      onChange={(event) =>
        save.mutate({ body: { isMaintenance: event.currentTarget.value === 'true' } })
      }
    >
      {shown === null && (
        <option value="" disabled>
          Maintenance: not set
        </option>
      )}
      <option value="true">Maintenance: On</option>
      <option value="false">Maintenance: Off</option>
    </NativeSelect>
  );
}
