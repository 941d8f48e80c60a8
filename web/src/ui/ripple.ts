/** How long a button shows that it was pressed. */
const rippleMs = 500;

/**
 * Lets a circle run out from the point where a button is pressed. It is drawn on the button's
 * own `::after`, so no button component has to know of it.
 */
export function installRipple(root: Document) {
  root.addEventListener('pointerdown', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLElement>('.mantine-Button-root:not(:disabled)');
    if (!button || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const box = button.getBoundingClientRect();
    const centre = `${event.clientX - box.left}px ${event.clientY - box.top}px`;
    const reach = Math.hypot(box.width, box.height);
    button.animate(
      [
        { clipPath: `circle(0 at ${centre})`, opacity: 0.3 },
        { clipPath: `circle(${reach}px at ${centre})`, opacity: 0 },
      ],
      { duration: rippleMs, easing: 'ease-out', pseudoElement: '::after' },
    );
  });
}
