/** The clock of the page itself, whatever clock a test holds. */
const wait = window.setTimeout.bind(window);
const isSlow = import.meta.env.SLOW_LINE === 'on';
const lateMsMax = 1_500;

/** How late an answer is: at once, but for a run over a slow line (CONTRIBUTING.md). */
export async function lateness(): Promise<void> {
  if (isSlow) await new Promise((resolve) => wait(resolve, Math.random() ** 2 * lateMsMax));
}
