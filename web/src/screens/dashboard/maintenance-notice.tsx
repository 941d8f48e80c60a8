import { Alert } from '@mantine/core';
import { maintenance } from '@pitboss/contract/maintenance';
import IconTool from '@tabler/icons-react/dist/esm/icons/IconTool.mjs';
import { useRead } from '#src/lib/use-api.ts';

/** Tells every operator while the game is under maintenance; who switched it need not be here. */
export function MaintenanceNotice({ pollMs }: { pollMs: number }) {
  const options = { pollMs, overlay: false, failed: null };
  const { data } = useRead(maintenance.get, {}, options);
  if (!data?.isMaintenance) return null;
  return (
    <Alert
      icon={<IconTool aria-hidden />}
      title="Maintenance is on"
      mb="md"
      vars={() => ({
        root: { '--alert-bg': 'var(--caution-soft)', '--alert-color': 'var(--caution)' },
      })}
    >
      No new rounds start and bets are refused.
    </Alert>
  );
}
