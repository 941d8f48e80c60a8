import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { keepSealing } from './audit/seal-records.ts';
import type { Config } from './config.ts';
import { type Db, openDatabase } from './db/database.ts';
import { openReplica, type Replica } from './db/replica.ts';
import { liveDemo } from './demo/live-demo.ts';
import { livePlayers } from './demo/live-players.ts';
import { demoSignIns } from './demo/people.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { version } from './kernel/checkout.ts';
import { NotNow } from './kernel/not-now.ts';
import { keepFoldingStatements } from './ledger/fold-statements.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { type Watched, watchPlatform } from './notifications/watch-platform.ts';
import { prepare } from './prepare.ts';
import { keepFoldingPlay } from './reports/fold-play.ts';
import { runEngine } from './rounds/run-engine.ts';
import { keepSystemdTold } from './tell-systemd.ts';

export interface Platform {
  address: string;
  stop(): Promise<void>;
}

/**
 * One each for the engine, seals, sums of play and statements by turns, the watch, open panels,
 * players, requests, the replica.
 */
const besideConnections = 8;

/** A call is answered after ten seconds at the latest: nobody waits for what takes longer. */
const callTimes = { statementMs: 20_000, answerMs: 21_000 };

type Http = Awaited<ReturnType<typeof buildApp>>;

/**
 * Starts a node: its database if that is ours, the HTTP server, then migrations and the first
 * accounts. While the database is away the node answers 503 and goes on trying. Where the panel is
 * still being built, the database is made ready meanwhile.
 */
export async function startPlatform(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  panel?: Promise<unknown>,
): Promise<Platform> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({
        dataDir: config.dataDir,
        archive: config.backupArchive,
        log: (line) => log.debug(line),
      });
  const url = config.databaseUrl ?? embedded?.nodeUrl ?? '';
  const addresses = { url, ownerUrl: config.databaseOwnerUrl ?? embedded?.url };
  let isEnding = false;
  // Of those that end because we do, nobody needs to hear.
  const onError = (error: Error) =>
    isEnding || log.warn({ err: error }, 'a database connection was lost');
  const pools = openPools({ url, onError, ...callTimes }, config.databaseConnections);
  // The engine holds a connection for as long as it leads: calls never wait for it.
  const beside = openDatabase({ url, name: 'beside', connectionsMax: besideConnections, onError });
  const replica = followReplica(beside.db, config, log);
  let metrics: Awaited<ReturnType<typeof startMetrics>>;
  const stop = async (http?: Http, running: Promise<void>[] = []) => {
    await http?.close();
    await metrics?.close();
    await Promise.all(running);
    isEnding = true;
    await replica?.close();
    await beside.close();
    await pools.close();
    await embedded?.stop();
  };
  let isStarted = false;
  const halted = new AbortController();
  const halting = AbortSignal.any([stopping, halted.signal]);
  const isEmbedded = embedded !== undefined;
  const makeReady = () =>
    prepare({ db: pools.changes, addresses, isEmbedded, config, log, say, stopping: halting });
  const ahead = panel && makeReady();
  // Its failure is met where it is waited for.
  ahead?.catch(() => {});
  try {
    metrics = await startMetrics(config, { url, replica, version });
    await panel;
    const http = await buildApp({
      pools,
      replica,
      liveDb: beside.db,
      log,
      logReads: config.logReads,
      limits: { hoursMax: config.sessionHours, idleMinutesMax: config.sessionIdleMinutes },
      factorKey: config.secondFactorKey,
      rtp: config.rtp,
      version,
      proxies: config.proxies,
      corsOrigins: config.corsOrigins,
      traces: config.traces,
      isStarted: () => isStarted,
      isStopping: () => stopping.aborted,
    });
    const address = await listen(http, config);
    await (ahead ?? makeReady());
    isStarted = true;
    if (!stopping.aborted) greet(address, config);
    const { systemd } = config;
    if (systemd) {
      const onError = (error: unknown) => log.warn({ err: error }, 'systemd could not be told');
      keepSystemdTold({ address, ...systemd, stopping, onError });
    }
    const watched = {
      dataDir: embedded && config.dataDir,
      isReplicaAway: () => replica?.isUsable() === false,
    };
    const running = runBeside(beside.db, config, log, stopping, watched);
    // Only a node that was ready has a proxy that must notice.
    const graceMs = stopping.aborted ? 0 : config.stopGraceMs;
    return { address, stop: () => sleep(graceMs).then(() => stop(http, running)) };
  } catch (error) {
    halted.abort();
    await ahead?.catch(() => {});
    await stop();
    throw error;
  }
}

/** Players' cash-outs, operators' money and everybody's lists wait in queues of their own. */
function openPools(options: Parameters<typeof openDatabase>[0], connections: number) {
  const connectionsMax = Math.ceil(connections / 3);
  const open = (name: string) => openDatabase({ ...options, name, connectionsMax, busyMs: 2_000 });
  const [play, changes, looking] = [open('play'), open('changes'), open('looking')];
  const close = async () => {
    await Promise.all([play, changes, looking].map((pool) => pool.close()));
  };
  return { play: play.db, changes: changes.db, looking: looking.db, close };
}

/** The replica that lists are read from, where there is one. */
function followReplica(primary: Db, config: Config, log: Logger): Replica | undefined {
  const { databaseReplicaUrl: url, databaseConnections: connectionsMax } = config;
  if (!url) return undefined;
  const onChange = (isUsable: boolean, error?: unknown) =>
    isUsable
      ? log.info('lists are read from the replica')
      : log.warn({ err: error }, 'lists are read from the primary: the replica is away or behind');
  return openReplica({ url, primary, connectionsMax, onChange });
}

/** What a node does besides answering: seals, sums, rounds where it leads, the demo's players. */
function runBeside(
  db: Db,
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  watched: Watched,
): Promise<void>[] {
  const warnOf = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const running = [
    keepSealing(db, stopping, warnOf('sealing the record')),
    keepFoldingPlay(db, stopping, warnOf('folding play')),
    keepFoldingStatements(db, stopping, warnOf('folding statements')),
    watchPlatform({
      db,
      stopping,
      retention: config.retention,
      onError: warnOf('watching the platform'),
      ...watched,
    }),
  ];
  if (config.engine) {
    const { roundTimes: times, rtp } = config;
    const onError = warnOf('the engine stopped');
    running.push(runEngine({ db, times, rtp, stopping, onError }));
  }
  if (config.demo) {
    running.push(liveDemo(db, stopping, warnOf('live demo')));
    running.push(livePlayers(db, stopping, warnOf('live players')));
  }
  return running;
}

async function listen(http: Http, { host, port }: Config): Promise<string> {
  try {
    return await http.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new NotNow(`Port ${port} on ${host} is taken. Set PORT to a free one.`);
    }
    throw error;
  }
}

function greet(address: string, config: Config): void {
  say(`\nPitboss ${version} is ready: ${address}`);
  if (!config.demo) return;
  for (const { username, password, about } of demoSignIns) {
    say(`  ${username.padEnd(8)} ${password.padEnd(14)} ${about}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
