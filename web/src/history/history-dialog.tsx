import { useMediaQuery, useMounted } from '@mantine/hooks';
import { Modal } from '#src/ui/modal.tsx';
import classes from './history.module.css';
import { HistoryTable } from './history-table.tsx';
import type { HistoryKind } from './use-history-page.ts';

interface Props {
  kind: HistoryKind;
  id: bigint;
  /** Whose or what history it is. */
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** What was done to an account or a request, and what was refused: only to be read. */
export function HistoryDialog({ kind, id, name, opened, onClose }: Props) {
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  // Loaded when it is asked for: open from the start, it would not know where the focus came from.
  const isMounted = useMounted();
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onClose}
      title="History"
      size={920}
      fullScreen={isNarrow}
    >
      <p className={classes.name}>{name}</p>
      <HistoryTable key={`${kind} ${id}`} kind={kind} id={id} name={name} />
    </Modal>
  );
}
