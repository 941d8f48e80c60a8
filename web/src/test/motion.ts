import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

type Wish = 'no-preference' | 'reduce';

/**
 * Everything moves until this test is over. For all others the browser is told of somebody who
 * wants less of it: to draw what only moves took a seventh of the processor.
 */
export async function withMotion(): Promise<void> {
  await wish('no-preference');
  onTestFinished(() => wish('reduce'));
}

async function wish(value: Wish): Promise<void> {
  const motion = { name: 'prefers-reduced-motion', value };
  // Each call takes the place of all that was said before.
  const scheme = { name: 'prefers-color-scheme', value: 'light' };
  await cdp().send('Emulation.setEmulatedMedia', { features: [motion, scheme] });
}
