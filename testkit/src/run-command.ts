import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';

export interface Ended {
  code: number;
  /** What it said, on both channels. */
  output: string;
}

const ourSource = fileURLToPath(new URL('../../server/src', import.meta.url));

/** Runs a command of the server to its end as an operator would: `treasury`, `books` and others. */
export function runCommand(
  name: string,
  args: string[],
  settings: Record<string, string>,
  source = ourSource,
): Promise<Ended> {
  const env = { ...bareEnvironment, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(source, `${name}.ts`), ...args], { env }, (error, out, err) =>
      resolve({ code: codeOf(error), output: `${out}${err}` }),
    );
  });
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
