/** How every screen is looked at: on a desk and on a phone, by day and by night. */
export const widths = [1366, 360];
export const schemes = ['light', 'dark'] as const;

/** The rules that look at colours: all that another scheme can break. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** By how much the page can be scrolled sideways. To be called in the page. */
export function sidewaysPx(): number {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth);
}

/**
 * Waits until nothing moves: colours that are just fading into each other have no contrast worth
 * measuring. To be called in the page.
 */
export async function standStill(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // A change that was just made begins to move with the next frame, and may set others going.
  for (let stillFrames = 0; stillFrames < 2; stillFrames += 1) {
    await nextFrame();
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    if (moving.length > 0) stillFrames = 0;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}
