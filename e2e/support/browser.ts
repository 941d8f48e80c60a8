import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/**
 * One browser context for many tests, emptied after each of them. Playwright's own way of using
 * one again throws away what the browser has loaded and compiled too, and to load the panel anew
 * took longer than most tests. What a test opens is closed; cookies, storage and permissions go.
 */
export class KeptContext {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  #context: BrowserContext | undefined;
  #isSpent = false;

  constructor(browser: Browser, options: BrowserContextOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  async open(): Promise<BrowserContext> {
    this.#context ??= await this.#make();
    return this.#context;
  }

  async #make(): Promise<BrowserContext> {
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
    return context;
  }

  async empty(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    if (this.#isSpent) {
      this.#context = undefined;
      await context.close();
      return;
    }
    await forgetPages(context);
    await context.clearCookies();
    await context.clearPermissions();
  }
}

const storages = 'local_storage,session_storage,indexeddb,cache_storage,service_workers,websql';

async function forgetPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    await forgetStorage(page);
    await page.close();
  }
}

async function forgetStorage(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  if (origin === 'null') return;
  // Nothing of the page may write once more after it was emptied.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: storages });
}
