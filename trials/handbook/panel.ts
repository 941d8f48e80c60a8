import { createHmac } from 'node:crypto';
import { type APIRequestContext, type Browser, chromium, request } from 'playwright-core';
import { ensureChromium } from '../../tools/chromium.mjs';

/** The platform as it is seen from outside, through the proxy of the handbook. */
export interface Panel {
  /** Signs in with a browser, looks at the own balance, and chooses another password. */
  signInAndChoose(password: string, next: string, balance: RegExp): Promise<void>;
  /** Calls as the panel does; refusals throw. */
  call(path: string, body: object, token?: string): Promise<unknown>;
  signIn(password: string): Promise<string>;
  close(): Promise<void>;
}

const site = 'pitboss.example';
const patience = { timeout: 60_000 };

/** What a browser of ours sees at this port of loopback. */
export async function openPanel(port: number): Promise<Panel> {
  const api = await request.newContext({
    baseURL: `https://127.0.0.1:${port}`,
    // It is a certificate that nobody has signed.
    ignoreHTTPSErrors: true,
    timeout: patience.timeout,
  });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${site} 127.0.0.1`],
  });
  const call = (path: string, body: object, token?: string) => ask(api, path, body, token);
  return {
    call,
    signIn: async (password) => {
      const said = await call('/auth/login', { username: 'super', password });
      return (said as { token: string }).token;
    },
    signInAndChoose: (password, next, balance) =>
      walkPanel(browser, `https://${site}:${port}`, { password, next, balance }),
    close: async () => {
      await browser.close();
      await api.dispose();
    },
  };
}

async function ask(api: APIRequestContext, path: string, data: object, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await api.post(`/api${path}`, { data, headers });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${path} was refused: ${answer.status()} ${text}`);
  return JSON.parse(text).data as unknown;
}

interface Visit {
  password: string;
  next: string;
  balance: RegExp;
}

async function walkPanel(browser: Browser, address: string, { password, next, balance }: Visit) {
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await page.goto(`${address}/`, patience);
  await page.getByLabel('Username').fill('super');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Dashboard' }).first().waitFor(patience);
  await page.getByRole('button', { name: balance }).waitFor(patience);
  await page.goto(`${address}/Common/Profile`, patience);
  await page.getByLabel('Current Password').fill(password, patience);
  await page.getByLabel('New Password').fill(next);
  const changed = page.waitForResponse((reply) => reply.url().includes('/changePasswordByUser'));
  await page.getByRole('button', { name: 'Change Password' }).click();
  const status = (await changed).status();
  if (status !== 200) throw new Error(`The profile answers a new password with ${status}.`);
  await page.context().close();
}

/** What an authenticator app shows for a secret in base32. */
export function codeOf(secret: string, seconds = Date.now() / 1_000): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
