import type { Page } from 'playwright-core';
import { type Figure, median } from './figure.ts';
import { openBrowser, type SignIn, signInTo } from './panel-browser.ts';

const clicks = 15;
const goal = 150;
const days = 30;
const dayMs = 86_400_000;

/**
 * From the click on page 2 of the bets to the frame that shows its rows. The page is loaded anew
 * before each click: the panel remembers the pages that it has shown, and would not ask for them.
 */
export async function panelReact(address: string, signIn: SignIn): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    await signInTo(browser.context, address, signIn);
    const page = await browser.context.newPage();
    const times: Reaction[] = [];
    for (let click = -1; click < clicks; click++) {
      await page.goto(`${address}/bets?${lastDays()}`, { waitUntil: 'networkidle' });
      const time = await page.evaluate(clickThrough, 'Page 2');
      if (click >= 0) times.push(time);
    }
    return [figureOf(times, await rememberedMs(page))];
  } finally {
    await browser.close();
  }
}

function figureOf(times: Reaction[], remembered: number): Figure {
  const value = median(times.map(({ shownMs }) => shownMs));
  const worst = Math.max(...times.map(({ shownMs }) => shownMs));
  const server = median(times.map(({ answerMs }) => answerMs));
  return {
    name: 'panel-react',
    value: Math.round(value),
    unit: 'ms',
    goal,
    holds: value <= goal,
    detail: `p50 of ${clicks} clicks, the slowest ${Math.round(worst)} ms; the answer took \
${Math.round(server)} ms of it; ${Math.round(remembered)} ms back to a page seen before`,
  };
}

function lastDays(): string {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const now = Date.now();
  return `startDay=${dayOf(now - days * dayMs)}&endDay=${dayOf(now + dayMs)}`;
}

/** Back to page 1, which the panel still has. */
async function rememberedMs(page: Page): Promise<number> {
  return (await page.evaluate(clickThrough, 'Page 1')).shownMs;
}

interface Reaction {
  shownMs: number;
  /** How long the call for the rows took, seen from the page. */
  answerMs: number;
}

/** Runs in the page, so that no way to and from the browser is measured along. */
async function clickThrough(name: string): Promise<Reaction> {
  const table = document.querySelector('main table');
  const button = document.querySelector<HTMLElement>(`main button[aria-label="${name}"]`);
  if (!table || !button) throw new Error(`There is no ${name} in the list of bets.`);
  const rows = () => table.querySelector('tbody')?.textContent;
  const before = rows();
  performance.clearResourceTimings();
  const clickedAt = performance.now();
  button.click();
  await new Promise<void>((resolve) => {
    const look = () => {
      if (table.getAttribute('aria-busy') === 'true' || rows() === before) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(table, { attributes: true, childList: true, characterData: true, subtree: true });
    look();
  });
  // What a frame shows is painted after its callbacks, and a message comes after that.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    requestAnimationFrame(() => port2.postMessage(undefined));
  });
  const shownMs = performance.now() - clickedAt;
  const calls = performance.getEntriesByType('resource');
  return { shownMs, answerMs: calls.find(({ name }) => name.includes('/api/bets'))?.duration ?? 0 };
}
