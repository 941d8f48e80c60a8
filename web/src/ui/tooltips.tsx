import { useEffect, useRef, useState } from 'react';
import classes from './tooltips.module.css';

const openDelayMs = 200;
/** Between the tooltip and what it belongs to, and between it and the edge of the window. */
const gap = 7;
const edge = 8;

/**
 * The one tooltip of the page. What has one says so by `data-tooltip`, and stands with
 * `data-tooltip-side="beside"` in a column, so that a table of actions costs nothing until one of
 * them is pointed at or reached by key.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => followTargets(setTarget), []);
  useEffect(() => {
    if (!target) return;
    const follow = () => (target.isConnected ? place(box.current, target) : setTarget(undefined));
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', follow, { capture: true });
  }, [target]);
  if (!target) return null;
  return (
    <div ref={box} role="tooltip" className={classes.tooltip} data-side={sideOf(target)}>
      {target.dataset.tooltip}
      <span className={classes.arrow} />
    </div>
  );
}

function followTargets(show: (target: HTMLElement | undefined) => void) {
  let current: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turnTo = (target: HTMLElement | undefined, delayMs = 0) => {
    if (target === current) return;
    current = target;
    clearTimeout(timer);
    show(undefined);
    if (target) timer = setTimeout(() => show(target), delayMs);
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') turnTo(targetOf(event), openDelayMs);
  };
  const reach = (event: FocusEvent) => {
    const target = targetOf(event);
    if (target?.matches(':focus-visible')) turnTo(target);
  };
  const rest = () => turnTo(undefined);
  const off = new AbortController();
  const { signal } = off;
  document.addEventListener('pointerover', point, { signal });
  document.documentElement.addEventListener('pointerleave', rest, { signal });
  document.addEventListener('focusin', reach, { signal });
  for (const end of ['focusout', 'pointerdown', 'keydown'] as const) {
    document.addEventListener(end, rest, { signal });
  }
  return () => {
    clearTimeout(timer);
    off.abort();
  };
}

function targetOf({ target }: Event): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip]') ?? undefined;
}

function sideOf(target: HTMLElement) {
  return target.dataset.tooltipSide === 'beside' ? 'beside' : 'above';
}

/** Where there is no room it stands on the other side, and it never leaves the window. */
function place(box: HTMLElement | null, target: HTMLElement) {
  if (!box) return;
  const at = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const middle = { x: at.left + at.width / 2, y: at.top + at.height / 2 };
  let [left, top] = [middle.x - width / 2, at.top - gap - height];
  let isTurned = top < 0;
  if (isTurned) top = at.bottom + gap;
  if (sideOf(target) === 'beside') {
    [left, top] = [at.right + gap, middle.y - height / 2];
    isTurned = left + width > innerWidth;
    if (isTurned) left = at.left - gap - width;
  }
  left = Math.max(edge, Math.min(left, innerWidth - edge - width));
  box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  box.style.setProperty('--arrow-at', `${middle.x - left}px`);
  box.toggleAttribute('data-turned', isTurned);
}
