import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Another Pitboss process on a data folder, which says "up" once the database serves. */
export function startElsewhere(dataDir: string): ChildProcess {
  const module = JSON.stringify(new URL('../embedded/embedded.ts', import.meta.url).href);
  const script = `import { startEmbedded } from ${module};
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    console.log('up');
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', script];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A database whose process was killed, and which lives on. */
export async function leaveBehind(dataDir: string): Promise<void> {
  const child = startElsewhere(dataDir);
  if (child.stdout) await once(child.stdout, 'data');
  await kill(child);
}
