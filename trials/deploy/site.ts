import { request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { maintenance } from '@pitboss/contract/maintenance';
import { formBytes } from '@pitboss/testkit/http-client';
import { password, superSignIn } from '@pitboss/testkit/super-sign-in';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { ensureChromium } from '../../tools/chromium.mjs';
import { check, type Tally } from './check.ts';

export interface Site {
  tally: Tally;
  name: string;
  /** The name that it is served by. */
  site: string;
  port: number;
  /** Where plain HTTP is answered with the way to TLS. */
  plainPort: number;
  log: () => string;
  /** The address that the proxy sees us by, as the nodes' log has it. */
  seenAs: RegExp;
}

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const quickMs = 5_000;
const maintenancePath = `/api${maintenance.set.path}`;
const invented = '203.0.113.66';

/** What a panel, a stranger and an administrator meet behind the proxy. */
export async function trySite(own: Site): Promise<void> {
  await tryRedirect(own);
  await tryAddress(own);
  await tryBodies(own);
  await tryStream(own);
  await tryBrowser(own);
}

function tell({ tally, name }: Site, what: string, isRight: boolean, said = ''): void {
  check(tally, `${name}: ${what}`, isRight, said);
}

async function tryRedirect(own: Site): Promise<void> {
  const { headers, status } = await new Promise<Reply>((resolve, reject) => {
    const options = { port: own.plainPort, host: '127.0.0.1', headers: { host: own.site } };
    requestPlain(options, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: '' });
    })
      .once('error', reject)
      .end();
  });
  const isThere = String(headers.location).startsWith(`https://${own.site}`);
  tell(own, 'plain HTTP is sent to TLS', status > 300 && status < 309 && isThere);
}

/** The address that counts is the one the proxy saw, whatever a client says of itself. */
async function tryAddress(own: Site): Promise<void> {
  const headers = { 'x-forwarded-for': invented, forwarded: `for=${invented}` };
  const reply = await ask(own, '/api/auth/login', { username: 'nobody', password }, headers);
  const hsts = reply.headers['strict-transport-security'];
  tell(own, 'the node knows that it was TLS', hsts !== undefined, String(hsts));
  const id = String(reply.headers['x-request-id']);
  const line = await lineOf(own, id);
  const isSeen = reply.status === 401 && own.seenAs.test(line);
  tell(own, 'an invented X-Forwarded-For counts for nothing', isSeen, isSeen ? '' : line);
}

/** What the log says of the request, which it does when the answer is out. */
async function lineOf({ log }: Site, id: string): Promise<string> {
  for (const until = Date.now() + quickMs; Date.now() < until; await sleep(50)) {
    const line = log()
      .split('\n')
      .find((one) => one.includes(id) && one.includes('"address"'));
    if (line) return line;
  }
  return '(no line)';
}

/** A picture as large as a node takes gets through, with the form around it; a larger does not. */
async function tryBodies(own: Site): Promise<void> {
  const { token } = await signIn(own);
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (side: number) => {
    const form = new FormData();
    const fields = {
      eventId: `${own.name}-${side}`,
      eventName: 'Trial',
      link: 'https://a.example/',
    };
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    const picture = new Uint8Array(await noise(side));
    form.append('icon', new Blob([picture], { type: 'image/png' }), 'icon.png');
    return ask(own, '/api/event/createevent', form, headers);
  };
  const [fits, tooLarge] = [await upload(1_300), await upload(1_600)];
  const isThrough = fits.status === 201;
  tell(own, 'a picture of 5 MB gets through', isThrough, isThrough ? '' : fits.text);
  // nginx says 413; Caddy 2.6 hangs up on the node in the middle, and says 502.
  tell(own, 'one of 7 MB does not', tooLarge.status >= 400, `${tooLarge.status}`);
}

/** A picture that cannot be packed: three bytes a pixel. */
function noise(side: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const size = { width: side, height: side, channels: 3 } as const;
  return sharp({ create: { ...size, background: 'black', noise: grain } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Whether a node behind it says that it is ready. */
export async function isReadyAt(own: Site): Promise<boolean> {
  const { status } = await ask(own, '/api/ready', {}, {}, 'GET').catch(() => ({ status: 0 }));
  return status === 200;
}

async function signIn(own: Site): Promise<{ token: string }> {
  return JSON.parse((await ask(own, '/api/auth/login', superSignIn)).text).data;
}

/** A change is told to an open panel as it happens, and not when a buffer is full. */
async function tryStream(own: Site): Promise<void> {
  const { token } = await signIn(own);
  const headers = { authorization: `Bearer ${token}` };
  const isOn = { value: false };
  const arrived = await new Promise<number>((resolve, reject) => {
    let changedAt = 0;
    const options = { ...optionsFor(own, '/api/live', 'GET'), timeout: 60_000 };
    const accept = { ...options.headers, ...headers, accept: 'text/event-stream' };
    const stream = request({ ...options, headers: accept }, (reply) => {
      reply.on('data', async (chunk: Buffer) => {
        const text = chunk.toString();
        if (changedAt === 0) {
          changedAt = performance.now();
          const body = { isMaintenance: true, reason: 'Trial' };
          await ask(own, maintenancePath, body, headers, 'PATCH').catch(reject);
          isOn.value = true;
        } else if (text.includes('"isMaintenance":true')) {
          resolve(performance.now() - changedAt);
          stream.destroy();
        }
      });
    });
    stream.once('error', reject);
    stream.setTimeout(20_000, () => reject(new Error('The stream says nothing.')));
    stream.end();
  }).catch(() => Number.POSITIVE_INFINITY);
  if (isOn.value) {
    await ask(own, maintenancePath, { isMaintenance: false }, headers, 'PATCH');
  }
  tell(own, 'a stream is passed on as it comes', arrived < quickMs, `${Math.round(arrived)} ms`);
}

async function tryBrowser(own: Site): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${own.site} 127.0.0.1`],
  });
  try {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const live = page.waitForResponse((reply) => reply.url().endsWith('/api/live'), {
      timeout: 60_000,
    });
    await page.goto(`https://${own.site}:${own.port}/`);
    await page.getByLabel('Username').fill(superSignIn.username);
    await page.getByLabel('Password', { exact: true }).fill(superSignIn.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const reply = await live;
    const type = reply.headers()['content-type'] ?? '';
    const isLive = reply.status() === 200 && type.startsWith('text/event-stream');
    tell(own, 'a browser signs in and hears the platform', isLive, `${reply.status()} ${type}`);
  } finally {
    await browser.close();
  }
}

function optionsFor({ site, port }: Site, path: string, method: string): RequestOptions {
  return {
    host: '127.0.0.1',
    port,
    path,
    method,
    servername: site,
    // It is a certificate that nobody has signed.
    rejectUnauthorized: false,
    headers: { host: `${site}:${port}` },
  };
}

async function ask(
  own: Site,
  path: string,
  body: object | FormData,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Reply> {
  const { payload, type } =
    body instanceof FormData
      ? await formBytes(body)
      : { payload: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const sent = { 'content-type': type, 'content-length': String(payload.length), ...headers };
  const options = optionsFor(own, path, method);
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, headers: { ...options.headers, ...sent } }, (reply) => {
      let text = '';
      reply.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      const done = () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text });
      reply.once('end', done);
      // Who hangs up on a body that is too large may have answered before.
      outgoing.once('error', done);
    });
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}
