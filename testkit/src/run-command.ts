import { type ChildProcess, execFile } from 'node:child_process';
import { bareEnvironment } from './bare-environment.ts';
import { programOf } from './program-of.ts';

export interface Ended {
  code: number;
  /** What it said, on both channels. */
  output: string;
}

const running = new Map<ChildProcess, Promise<Ended>>();

/** Runs a command of the server to its end as an operator would: `treasury`, `books` and others. */
export function runCommand(
  name: string,
  args: string[],
  settings: Record<string, string>,
  release?: string,
): Promise<Ended> {
  const env = { ...bareEnvironment, ...settings };
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const given = [programOf(name, release), ...args];
  const child = execFile(process.execPath, given, { env }, (error, out, err) => {
    running.delete(child);
    resolve({ code: codeOf(error), output: `${out}${err}` });
  });
  running.set(child, promise);
  return promise;
}

/** Tells those that run to end, and waits until they are gone. */
export async function endCommands(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGTERM');
  await Promise.all(running.values());
}

/** Ended by a signal it has none, and has failed. */
function codeOf(error: { code?: unknown } | null): number {
  if (!error) return 0;
  return typeof error.code === 'number' ? error.code : 1;
}

/** The same, for what must have been done before a test begins. */
export async function mustRun(...given: Parameters<typeof runCommand>): Promise<string> {
  const { code, output } = await runCommand(...given);
  if (code !== 0) throw new Error(`${given[0]} failed: ${output.trim()}`);
  return output;
}
