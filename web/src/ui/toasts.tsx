import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { removeToast, type Toast, toastMs, useToasts } from '#src/lib/toast.ts';
import { throughToasts } from './through-toasts.ts';
import classes from './toasts.module.css';

/** Every open toast, at the top right. */
export function Toasts() {
  const toasts = useToasts();
  const stack = useRef<HTMLElement>(null);
  useEffect(() => (stack.current ? throughToasts(stack.current) : undefined), []);
  return (
    <section ref={stack} className={classes.stack} aria-label="Notifications">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, title, message, detail, offer } = toast;
  const openMs = offer ? toastMs.withOffer : toastMs.open;
  const afterMs = offer ? toastMs.withOffer : toastMs.afterHover;
  const { isLeaving, leave, stay, leaveSoon } = useToastLife(id, openMs, afterMs);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same by key.
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is one of two live regions.
    <div
      role={kind === 'success' || kind === 'info' ? 'status' : 'alert'}
      className={classes.toast}
      data-kind={kind}
      data-leaving={isLeaving || undefined}
      onClick={leave}
      onMouseEnter={stay}
      onMouseLeave={leaveSoon}
      onFocus={stay}
      onBlur={leaveSoon}
    >
      <div>
        <p className={classes.title}>{title}</p>
        <p className={classes.message}>{message}</p>
        {detail && <p className={classes.message}>{detail}</p>}
      </div>
      {offer && (
        <Button size="compact-sm" variant="default" onClick={offer.take} disabled={isLeaving}>
          {offer.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" />
    </div>
  );
}

function useToastLife(id: string, openMs: number, afterMs: number) {
  const [isLeaving, setLeaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => setLeaving(true);
  const stay = () => clearTimeout(timer.current);
  const leaveAfter = (ms: number) => {
    stay();
    timer.current = setTimeout(leave, ms);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts once, when it opens.
  useEffect(() => {
    leaveAfter(openMs);
    return stay;
  }, []);
  useEffect(() => {
    if (!isLeaving) return;
    const removal = setTimeout(() => removeToast(id), toastMs.animation);
    return () => clearTimeout(removal);
  }, [isLeaving, id]);
  return { isLeaving, leave, stay, leaveSoon: () => leaveAfter(afterMs) };
}
