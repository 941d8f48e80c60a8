const selector = '[data-kind][data-toast]';
/** What a press on it is meant for, though a toast lies above. */
const pressed = 'a, button, input, select, textarea, label, summary, [tabindex], [role=dialog]';

/**
 * On a wide screen a toast lets the pointer through to the page. It still stays while the pointer is
 * above it, and goes when it is tapped where the page below has nothing to press.
 */
export function throughToasts() {
  let hovered: Element | undefined;
  const follow = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    const card = cardAt(event);
    if (card === hovered) return;
    tell(hovered, 'mouseout');
    tell(card, 'mouseover');
    hovered = card;
  };
  const tap = (event: MouseEvent) => {
    if (!event.isTrusted || !(event.target instanceof Element)) return;
    const card = cardAt(event);
    if (card && !card.contains(event.target) && !event.target.closest(pressed)) {
      card.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
  };
  document.addEventListener('pointermove', follow);
  document.addEventListener('click', tap);
  return () => {
    document.removeEventListener('pointermove', follow);
    document.removeEventListener('click', tap);
  };
}

function cardAt({ clientX: x, clientY: y }: MouseEvent): Element | undefined {
  return [...document.querySelectorAll(selector)].find((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}

function tell(card: Element | undefined, type: 'mouseover' | 'mouseout') {
  card?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
}
