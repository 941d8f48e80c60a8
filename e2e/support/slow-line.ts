import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** So much of what a page asks for is late, on its way there and on its way back. */
const lateShare = 0.35;
const lateMsMax = 1_200;

/**
 * A bad line between browsers and the platform: anything may be late, files of the panel too,
 * which no browser keeps. It shows what only a quick machine hides: a list older than what was
 * just saved, a button that moves away, a test that does not wait for what it means. The tests'
 * own calls pass as they are.
 */
export async function openSlowLine(platform: string): Promise<string> {
  const line = createServer((asked, answer) => void pass(platform, asked, answer));
  line.listen(0, '127.0.0.1').unref();
  await once(line, 'listening');
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
}

async function pass(platform: string, asked: IncomingMessage, answer: ServerResponse) {
  const isOfPage = asked.headers['sec-fetch-mode'] !== undefined;
  const { method, headers, url = '/' } = asked;
  if (isOfPage) await setTimeout(lateness());
  // Whoever asked may have gone away by now.
  if (answer.destroyed) return;
  const onward = request(new URL(url, platform), { method, headers });
  answer.on('close', () => onward.destroy());
  onward.on('error', () => answer.destroy());
  onward.on('response', async (given) => {
    if (isOfPage) await setTimeout(lateness());
    if (answer.destroyed) return;
    const kept = url.startsWith('/assets/') ? { 'cache-control': 'no-store' } : {};
    answer.writeHead(given.statusCode ?? 502, { ...given.headers, ...kept });
    pipeline(given, answer, () => {});
  });
  pipeline(asked, onward, () => {});
}

function lateness(): number {
  return Math.random() < lateShare ? Math.random() * lateMsMax : 0;
}
