import { createInterface } from 'node:readline/promises';

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean | undefined };
  output: NodeJS.WritableStream;
}

/** Nothing was done, because nobody said that it should be. */
export class NotConfirmed extends Error {}

/** Goes on only when the person at the terminal writes the word; without one `--yes` has to. */
export async function confirm(
  { input, output }: Terminal,
  { what, word }: { what: string[]; word: string },
): Promise<void> {
  if (!input.isTTY) {
    throw new NotConfirmed(
      `${what.join('\n')}\nNothing was done: there is no terminal to ask at. ` +
        'Add --yes to go ahead.',
    );
  }
  output.write(`${what.join('\n')}\n`);
  const reader = createInterface({ input, output });
  try {
    const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
    const question = reader.question(`Write ${word} to go ahead: `);
    // Ctrl-C and the end of the input are no answer.
    const answer = await Promise.race([question, closed]);
    if (answer.trim() !== word) throw new NotConfirmed('Nothing was done.');
  } finally {
    reader.close();
  }
}
