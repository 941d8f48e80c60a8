import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@pitboss/testkit/http-client';
import { type BrowserContext, chromium } from 'playwright-core';
import { ensureChromium } from '../../tools/chromium.mjs';

export interface SignIn {
  username: string;
  password: string;
}

export interface PanelBrowser {
  context: BrowserContext;
  /** Where other tools may steer the same browser. */
  port: number;
  close(): Promise<void>;
}

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

/** A Chromium that has seen nothing yet; a context of its own would be hidden from Lighthouse. */
export async function openBrowser(): Promise<PanelBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await ensureChromium(),
    args: launchArguments,
    viewport: { width: 1366, height: 800 },
  });
  // A page with an open stream is never idle.
  await context.route('**/api/live', (route) => route.abort());
  const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n');
  return {
    context,
    port: Number(port),
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a session and leaves it where the panel looks for one, before any page is opened. */
export async function signInTo(context: BrowserContext, address: string, signIn: SignIn) {
  const data: Session = (await must(address, { path: '/api/auth/login', body: signIn })).data;
  const page = await context.newPage();
  await page.goto(`${address}/favicon.svg`);
  await page.evaluate(({ token, userDetails }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('userDetails', JSON.stringify(userDetails));
  }, data);
  await page.close();
}

interface Session {
  token: string;
  userDetails: object;
}
