import { useEffect, useState } from 'react';
import { useHasPendingRequests } from '#src/lib/pending-requests.ts';
import classes from './loading-overlay.module.css';

/** Quick answers shall not make the page flicker. */
const overlayDelayMs = 150;

/** Three bouncing dots while requests run; it lies above the page and takes no click from it. */
export function LoadingOverlay() {
  const isPending = useHasPendingRequests();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isPending) return setShown(false);
    const timer = setTimeout(() => setShown(true), overlayDelayMs);
    return () => clearTimeout(timer);
  }, [isPending]);
  if (!isShown) return null;
  return (
    <div className={classes.overlay} role="status" aria-label="Loading">
      <span className={classes.dot} />
      <span className={classes.dot} />
      <span className={classes.dot} />
    </div>
  );
}
