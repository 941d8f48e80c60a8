import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../tools/processes.mjs';
import { through } from './forward.ts';
import { findProgram } from './programs.ts';

/** The right one is far down a list like those that guessers use. */
const listed = 300;
const place = 250;

/** Lets hydra guess at an account; undefined where there is no hydra. */
export async function hydra(
  port: number,
  username: string,
  password: string,
): Promise<{ isFound: boolean; tries: number } | undefined> {
  const program = await findProgram('hydra');
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-hydra-'));
  try {
    const guesses = Array.from({ length: listed }, (_, index) =>
      index === place ? password : `Guess-${index}-horse`,
    );
    const list = join(folder, 'passwords');
    await writeFile(list, `${guesses.join('\n')}\n`);
    const body = '{"username"\\:"^USER^","password"\\:"^PASS^"}';
    const form = `/api/auth/login:${body}:H=Content-Type\\: application/json:S="token"`;
    const args = ['-l', username, '-P', list, '-t', '8', '-f', '-I'];
    // At a 401 hydra gives up and advises another of its modules, so it is shown none.
    const { output } = await through(port, { status: () => 200 }, (shown) => {
      const target = ['-s', String(shown), '127.0.0.1', 'http-post-form', form];
      return run(program, [...args, ...target], { cwd: folder, limitMs: 180_000 });
    });
    const isFound = /\[http-post-form\] host:.*password:/.test(output);
    if (isFound) return { isFound, tries: place + 1 };
    const isWhole = /of \d+ target/.test(output);
    const told = [...output.matchAll(/\b(\d{1,9}) tries in/g)].at(-1)?.[1] ?? 0;
    const tries = isWhole ? listed : Number(told);
    if (tries <= place) throw new Error(`hydra did not get far: ${output.slice(-300)}`);
    return { isFound, tries };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
