import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import type { BrowserContext } from 'playwright-core';
import { install } from '../../tools/install.mjs';
import { ensurePanel } from '../../tools/panel.mjs';
import { benchStage } from './bench-stage.ts';
import { openServer } from './database-server.ts';
import { type Figure, median } from './figure.ts';
import { openBrowser, signInTo } from './panel-browser.ts';
import type { Release } from './release.ts';

const kbGoals = { login: 160, users: 240, dashboard: 330 };
const scoreGoal = 95;
const scoreRuns = 3;
/** Lighthouse sometimes loses its own recording, and says so. */
const lostMax = 3;
const restMs = 2_000;

/** What a first visit loads, and how Lighthouse finds the clients list of one who is signed in. */
export async function panelLoad(release: Release): Promise<Figure[]> {
  await ensurePanel();
  // SUPER's list then has a page of ten.
  const server = await openServer();
  const stage = await benchStage(server, release, { operators: 10, clientsEach: 1 });
  const address = `http://127.0.0.1:${stage.port}`;
  try {
    const figures: Figure[] = [];
    for (const [name, goal] of Object.entries(kbGoals)) {
      figures.push(await weigh(address, name, goal));
    }
    return [...figures, await score(address)];
  } finally {
    await stage.close();
    await server.close();
  }
}

interface Weight {
  files: number;
  gzipKb: number;
  sentKb: number;
}

async function weigh(address: string, name: string, goal: number): Promise<Figure> {
  const browser = await openBrowser();
  try {
    if (name !== 'login') await signInTo(browser.context, address, superSignIn);
    const { gzipKb, sentKb, files } = await firstLoad(browser.context, `${address}/${name}`);
    return {
      name: `panel-load-${name}`,
      value: Math.round(gzipKb * 10) / 10,
      unit: 'kB gzip',
      goal,
      holds: gzipKb <= goal,
      detail: `script and style in ${files} files; ${Math.round(sentKb)} kB as the node sent them`,
    };
  } finally {
    await browser.close();
  }
}

/** Every script and style that the browser has loaded until nothing more comes. */
async function firstLoad(context: BrowserContext, url: string): Promise<Weight> {
  const page = await context.newPage();
  const loading: Promise<{ gzip: number; sent: number }>[] = [];
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return;
    loading.push(
      Promise.all([request.response(), request.sizes()]).then(async ([response, sizes]) => ({
        gzip: gzipSync((await response?.body()) ?? '').length,
        sent: sizes.responseBodySize,
      })),
    );
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const files = await Promise.all(loading);
  const kb = (of: 'gzip' | 'sent') => files.reduce((sum, file) => sum + file[of], 0) / 1000;
  return { files: files.length, gzipKb: kb('gzip'), sentKb: kb('sent') };
}

interface Audit {
  score: number;
  /** By the names that Lighthouse has for them. */
  metric(name: string): number;
}

/** What of Lighthouse is used here. */
type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
) => Promise<{ lhr: Report } | undefined>;

interface Report {
  finalDisplayedUrl: string;
  categories: { performance?: { score: number | null } };
  audits: Record<string, { numericValue?: number } | undefined>;
}

/** Installed when it is first asked for: it brings a hundred packages that nothing else needs. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = new URL('lighthouse/', import.meta.url);
  const entry = new URL('node_modules/lighthouse/core/index.js', folder);
  if (!existsSync(entry)) await install(fileURLToPath(folder));
  return (await import(entry.href)).default;
}

/** Lighthouse's own preset: a phone with a slow processor on a slow mobile line, simulated. */
async function score(address: string): Promise<Figure> {
  const lighthouse = await loadLighthouse();
  const browser = await openBrowser();
  try {
    await signInTo(browser.context, address, superSignIn);
    const audits: Audit[] = [];
    for (let run = 0; audits.length < scoreRuns && run < scoreRuns + lostMax; run++) {
      const found = await audit(lighthouse, `${address}/users`, browser.port);
      if (found) audits.push(found);
    }
    const value = median(audits.map((one) => one.score));
    const of = (name: string) => median(audits.map(({ metric }) => metric(name)));
    return {
      name: 'panel-lighthouse',
      value,
      unit: 'points',
      goal: scoreGoal,
      holds: value >= scoreGoal,
      detail: `/users with the preset mobile; runs ${audits.map((one) => one.score).join(' ')}; \
first paint ${Math.round(of('first-contentful-paint'))} ms, \
largest ${Math.round(of('largest-contentful-paint'))} ms, \
blocked ${Math.round(of('total-blocking-time'))} ms, \
shift ${of('cumulative-layout-shift').toFixed(2)}`,
    };
  } finally {
    await browser.close();
  }
}

async function audit(
  lighthouse: Lighthouse,
  url: string,
  port: number,
): Promise<Audit | undefined> {
  // What the start of the node, of the browser or of the last page left to do is not measured.
  await setTimeout(restMs);
  const flags = { port, onlyCategories: ['performance'], logLevel: 'error' as const };
  const { lhr } = (await lighthouse(url, flags)) ?? {};
  if (lhr?.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr?.finalDisplayedUrl}.`);
  const score = lhr.categories.performance?.score;
  if (typeof score !== 'number') return undefined;
  return {
    score: Math.round(score * 100),
    metric: (name) => lhr.audits[name]?.numericValue ?? Number.NaN,
  };
}
