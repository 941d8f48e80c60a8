import { useEffect, useRef } from 'react';

/**
 * Says on a box whether its table is wider than itself. Only then the box scrolls: one that scrolls
 * keeps the head of its table to itself, which else stays in sight while the page scrolls.
 */
export function useFits() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = box;
    const table = current?.firstElementChild;
    if (!current || !table) return;
    const look = () =>
      current.toggleAttribute('data-wide', table.scrollWidth > current.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return box;
}
