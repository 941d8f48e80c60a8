import { sentenceOf } from '../kernel/sentence-of.ts';
import type { EmbeddedHome } from './home.ts';
import { isServerOf, type Launch, launchServer } from './server.ts';

const lookEveryMs = 500;

/**
 * Starts PostgreSQL again, at the same address, when it ends without our asking: the system
 * kills it when memory runs out. The returned function ends the watch and tells its process.
 */
export function embeddedWatch(
  home: EmbeddedHome,
  launch: Launch,
  firstPid: number,
  log: (line: string) => void,
): () => Promise<number> {
  let pid = firstPid;
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    log('The embedded database ended unexpectedly: starting it again.');
    try {
      pid = (await launchServer(home, launch)).pid;
    } catch (error) {
      log(sentenceOf(error));
    }
    restarting = undefined;
  };
  const timer = setInterval(() => {
    if (!restarting && !isServerOf(home.cluster, pid)) restarting = restart();
  }, lookEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await restarting;
    return pid;
  };
}
