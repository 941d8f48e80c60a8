import { useDisclosure } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';

/**
 * The one dialog of a list. Its subject stays what it was after closing, so that the dialog keeps
 * its words while it fades out.
 */
export function useRowDialog<Subject extends object>() {
  const [subject, setSubject] = useState<Subject>();
  const [opened, { open, close }] = useDisclosure(false);
  // A dialog that is already open when it is first drawn does not know where the focus came from.
  useEffect(() => {
    if (subject) open();
  }, [subject, open]);
  // Always another object, so that the same row can be shown a second time.
  const show = useCallback((next: Subject) => setSubject({ ...next }), []);
  return { subject, opened, show, close };
}
