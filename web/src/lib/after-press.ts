let isPressed = false;
let waiting: (() => void)[] = [];

/** A menu of the browser's own may swallow the release of any other button. */
function press({ button }: MouseEvent) {
  if (button === 0) isPressed = true;
}

/** The click comes with the release, in the same turn; what waited for it runs in the next one. */
function release() {
  setTimeout(() => {
    isPressed = false;
    const ready = waiting;
    waiting = [];
    for (const work of ready) work();
  });
}

// A finger's own events are over before the mouse's that it stands for move the focus.
for (const type of ['pointerdown', 'mousedown'] as const) {
  window.addEventListener(type, press, true);
}
for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) {
  window.addEventListener(type, release, true);
}
// A list of choices may keep to itself the release of the press that opened it.
const choose = ({ target }: Event) => target instanceof HTMLSelectElement && release();
window.addEventListener('change', choose, true);
// Let go where the page could not hear it. Of the window alone: a press takes the focus of a field.
window.addEventListener('blur', release);
window.addEventListener('pointermove', ({ buttons }) => isPressed && buttons === 0 && release());

export function isPressing(): boolean {
  return isPressed;
}

/**
 * Does what moves the page, such as showing a message, once nothing is being pressed: what is
 * under the pointer must not move away between the press and the click.
 */
export function afterPress(work: () => void) {
  if (isPressed) waiting.push(work);
  else work();
}
