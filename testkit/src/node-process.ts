import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { serverFlags } from '../../tools/server-flags.mjs';
import { bareEnvironment } from './bare-environment.ts';
import { freePort } from './free-port.ts';
import { nodeUrl } from './node-url.ts';
import { programOf } from './program-of.ts';
import { superSignIn } from './super-sign-in.ts';

/** A node in a process of its own, which can be ended and started again at the same address. */
export interface NodeProcess {
  url: string;
  port: number;
  /** Starts it without waiting for anything. */
  launch(): void;
  /** Waits for the one that was launched last; refuses where it ended before it was ready. */
  untilReady(): Promise<void>;
  /** Starts it, and answers with how many milliseconds it took until it was ready. */
  start(): Promise<number>;
  /** Ends it and waits until it is gone; its exit code, where no signal ended it. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Waits until it is gone, whoever ends it. */
  untilEnded(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  isRunning(): boolean;
  exitCode(): number | null;
  pid(): number;
  /** What it printed, over all its starts. */
  output(): string;
  /** How often it ended without being told to. */
  ownEnds(): number;
}

interface Further {
  /** The file that it is started by, of another release. */
  main?: string;
  port?: number;
  /** A file that everything it prints is added to. */
  log?: string;
  /** Whether a Ctrl-C in the terminal is kept from it. */
  isDetached?: boolean;
}

type Settings = Record<string, string>;

/** The demo has its own. */
const ownSuper = {
  SUPER_USERNAME: superSignIn.username,
  SUPER_PASSWORD: superSignIn.password,
};

const outputMax = 200_000;
const startLimitMs = 300_000;
const lastWordsMs = 1_000;

/**
 * A node as it runs for operators, not yet started, on the database that this owner's address
 * names. Without one it has an embedded database of its own, in the folder that DATA_DIR names.
 */
export async function newNode(
  ownerUrl: string,
  settings: Settings = {},
  further: Further = {},
): Promise<NodeProcess> {
  const { main = programOf('main'), port = await freePort(), log, isDetached = false } = further;
  const env = nodeEnvironment(ownerUrl, port, settings);
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);
  let ready: Promise<void> = Promise.reject(new Error('The node was never started.'));
  ready.catch(() => {});
  let output = '';
  let ownEnds = 0;
  let isToldToEnd = false;

  const hear = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-outputMax);
    if (log) appendFileSync(log, chunk);
  };
  const launch = () => {
    isToldToEnd = false;
    const started = spawn(process.execPath, [...serverFlags, main], {
      env,
      detached: isDetached,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) stream.on('data', hear);
    ended = new Promise((resolve) => started.once('exit', resolve));
    ready = untilSaid(started, () => output);
    ready.catch(() => {});
    started.once('exit', () => {
      if (!isToldToEnd) ownEnds++;
    });
    child = started;
  };
  const isRunning = () => child?.exitCode === null && child.signalCode === null;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    launch,
    untilReady: () => ready,
    start: async () => {
      const startedAt = performance.now();
      launch();
      await ready;
      return performance.now() - startedAt;
    },
    end: async (signal = 'SIGTERM') => {
      isToldToEnd = true;
      child?.kill(signal);
      return ended;
    },
    untilEnded: () => ended,
    signal: (signal) => void child?.kill(signal),
    isRunning,
    exitCode: () => child?.exitCode ?? null,
    pid: () => child?.pid ?? 0,
    output: () => output,
    ownEnds: () => ownEnds,
  };
}

/** The same, launched; who needs it to serve waits for `untilReady`. */
export async function launchNode(
  ownerUrl: string,
  settings: Settings = {},
  further: Further = {},
): Promise<NodeProcess> {
  const node = await newNode(ownerUrl, settings, further);
  node.launch();
  return node;
}

/** The same, ready to serve. */
export async function startNode(
  ownerUrl: string,
  settings: Settings = {},
  further: Further = {},
): Promise<NodeProcess> {
  const node = await launchNode(ownerUrl, settings, further);
  await node.untilReady();
  return node;
}

/** What such a node is told. */
export function nodeEnvironment(ownerUrl: string, port: number, settings: Settings) {
  return {
    ...bareEnvironment,
    DATABASE_URL: ownerUrl && nodeUrl(ownerUrl),
    DATABASE_OWNER_URL: ownerUrl,
    DEMO: 'off',
    // Rounds come when a test wants them, and take no core that something else is measured on.
    ENGINE: 'off',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...(settings.DEMO === 'on' ? {} : ownSuper),
    ...settings,
  };
}

/** Waits for the line that tells a person that the node serves. */
function untilSaid(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}: ${output()}`));
    const timer = setTimeout(() => fail('The node is never ready'), startLimitMs).unref();
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (said.includes('is ready:')) return;
      said += chunk;
      if (!said.includes('is ready:')) return;
      clearTimeout(timer);
      resolve();
    });
    const onEnd = () => {
      clearTimeout(timer);
      fail('The node ended before it was ready');
    };
    // Its last words come before the close, which a database that it left behind can hold up.
    child.once('close', onEnd);
    child.once('exit', () => setTimeout(onEnd, lastWordsMs).unref());
  });
}
