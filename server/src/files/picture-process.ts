import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Made, Upload } from './make-picture.ts';

/** As it came from the process, unless that took too long and was ended, or ended by itself. */
type Answer = Made | { fault: 'tooSlow' | 'died' };

export type Fault = Extract<Answer, { fault: string }>['fault'];

/**
 * Pictures are decoded in a process of their own, because a thread would not do: sharp works in the
 * four threads that a process has for such things, and so does the hashing of passwords, which
 * waited behind strangers' pictures. What a picture takes of memory, or breaks, is not the node's
 * either, and a process can be ended in the middle of a picture. It is started by the first one.
 */
export function pictureProcess(file: URL, limitMs: number): (upload: Upload) => Promise<Answer> {
  let running: ChildProcess | undefined;
  return async (upload) => {
    if (!running?.connected) running = await start(file);
    const answer = await answerOf(running, upload, limitMs);
    const fault = 'fault' in answer ? answer.fault : undefined;
    if (fault === 'tooSlow') running.kill('SIGKILL');
    if (fault === 'tooSlow' || fault === 'died') running = undefined;
    return answer;
  };
}

async function answerOf(child: ChildProcess, upload: Upload, limitMs: number): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  const first: Promise<Answer> = Promise.race([
    once(child, 'message', { signal }).then(([made]) => made),
    once(child, 'exit', { signal }).then(() => ({ fault: 'died' as const })),
    sleep(limitMs, { fault: 'tooSlow' as const }, { signal }),
  ]);
  // Where it cannot be sent any more, the process is ending, which is waited for above.
  child.send(upload, () => {});
  return first.finally(() => over.abort());
}

/** Without these glibc keeps what a picture took: after ten flat ones 290 MB, with them 82. */
const givesBack = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

async function start(file: URL): Promise<ChildProcess> {
  const child = fork(file, {
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=1'],
    // It reads what strangers send: no address, no password of ours is known to it.
    env: { UV_THREADPOOL_SIZE: '1', ...givesBack },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (word !== 'ready') throw new Error('The process that decodes pictures did not start.');
  // It ends with the node and does not keep it from ending.
  child.unref();
  child.channel?.unref();
  return child;
}
