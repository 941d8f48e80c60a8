/** What a press is meant for, though a toast lies above it. */
const pressed =
  'a, button, input, select, textarea, label, summary, [role=button], [role=menuitem]';

/**
 * Where a toast lies above something of the page that can be pressed, it lets a mouse through; it
 * stays and goes by the pointer everywhere else. On a narrow screen it covers the page's width and
 * is tapped away.
 */
export function throughToasts(stack: HTMLElement) {
  const look = (event: PointerEvent) => {
    const isMouse = event.pointerType === 'mouse' && matchMedia('(min-width: 768px)').matches;
    for (const card of stack.children) {
      const isThrough = isMouse && isAt(card, event) && isPressable(stack, event);
      card.toggleAttribute('data-through', isThrough);
    }
  };
  document.addEventListener('pointermove', look);
  return () => document.removeEventListener('pointermove', look);
}

function isAt(card: Element, { clientX: x, clientY: y }: PointerEvent): boolean {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Whether the page has something to press there, below the toasts. */
function isPressable(stack: Element, { clientX, clientY }: PointerEvent): boolean {
  const there = document.elementsFromPoint(clientX, clientY);
  // Its own button is pressed before anything below it.
  if (there.some((element) => stack.contains(element) && element.closest('button'))) return false;
  return there.find((element) => !stack.contains(element))?.closest(pressed) != null;
}
