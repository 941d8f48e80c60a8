import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/**
 * One browser context for many tests, emptied after each of them. Playwright's own way of using
 * one again throws away what the browser has loaded and compiled too, and to load the panel anew
 * took longer than most tests. What a test opens is closed; cookies, storage and permissions go.
 */
export class KeptContext {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  readonly #clock: 'real' | 'driven';
  #kept: Kept | undefined;
  #isSpent = false;

  /** A clock that a test drives stays in the context, so those tests have one of their own. */
  constructor(browser: Browser, options: BrowserContextOptions, clock: 'real' | 'driven') {
    this.#browser = browser;
    this.#options = options;
    this.#clock = clock;
  }

  async open(): Promise<BrowserContext> {
    this.#kept ??= await this.#make();
    return this.#kept.context;
  }

  async #make(): Promise<Kept> {
    // Workers with a platform of their own have named it here by now.
    const baseURL = process.env.PITBOSS_ADDRESS ?? '';
    const context = await this.#browser.newContext({ ...this.#options, baseURL });
    this.#isSpent = false;
    this.#watchClock(context);
    const anchor = await context.newPage();
    await anchor.goto('/favicon.svg');
    return { context, anchor };
  }

  #watchClock({ clock }: BrowserContext): void {
    if (this.#clock === 'real') {
      clock.install = () => Promise.reject(new Error('Only a test `underClock` has one to drive.'));
      return;
    }
    // Every new page is led through each step that was taken before it.
    const runFor = clock.runFor.bind(clock);
    clock.runFor = (ticks) => {
      this.#isSpent = true;
      return runFor(ticks);
    };
  }

  async empty(): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    if (this.#isSpent) {
      this.#kept = undefined;
      await kept.context.close();
      return;
    }
    await closePages(kept);
    if (this.#clock === 'driven') await kept.context.clock.resume();
    await forgetStorage(kept.anchor);
    await kept.context.clearCookies();
    await kept.context.clearPermissions();
  }
}

interface Kept {
  context: BrowserContext;
  /**
   * Something of the platform that stays open and does nothing: with its last page the browser
   * would end the process that has the panel compiled.
   */
  anchor: Page;
}

const storages = 'local_storage,session_storage,indexeddb,cache_storage,service_workers,websql';

/** Nothing of a page may write once more after its storage was emptied. */
async function closePages({ context, anchor }: Kept): Promise<void> {
  const opened = context.pages().filter((page) => page !== anchor);
  await Promise.all(opened.map((page) => page.close()));
}

async function forgetStorage(anchor: Page): Promise<void> {
  // In the process that the next page is going to read it in, where it is gone with this call.
  await anchor.evaluate(() => localStorage.clear());
  const { origin } = new URL(anchor.url());
  const session = await anchor.context().newCDPSession(anchor);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: storages });
  await session.detach();
}
