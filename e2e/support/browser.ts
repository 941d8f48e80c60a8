import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/**
 * One browser context for many tests, emptied after each of them. Playwright's own way of using
 * one again throws away what the browser has loaded and compiled too, and to load the panel anew
 * took longer than most tests. What a test opens is closed; cookies, storage and permissions go.
 */
export class KeptContext {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  #kept: Kept | undefined;
  #isSpent = false;

  constructor(browser: Browser, options: BrowserContextOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  async open(): Promise<BrowserContext> {
    this.#kept ??= await this.#make();
    return this.#kept.context;
  }

  async #make(): Promise<Kept> {
    // Workers with a platform of their own have named it here by now.
    const baseURL = process.env.PITBOSS_ADDRESS ?? '';
    const context = await this.#browser.newContext({ ...this.#options, baseURL });
    const { clock } = context;
    const install = clock.install.bind(clock);
    // A clock once set stays so for every page of its context.
    clock.install = (options) => {
      this.#isSpent = true;
      return install(options);
    };
    this.#isSpent = false;
    const anchor = await context.newPage();
    await anchor.goto('/favicon.svg');
    return { context, anchor };
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
