import { readConfig } from '../config.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { confirm, NotConfirmed } from './confirm.ts';
import { openContext } from './context.ts';
import { helpOf, helpOfAll } from './help.ts';
import { type Order, readOrder } from './read-order.ts';
import { type Outcome, WrongUse } from './verb.ts';
import { verbs } from './verbs.ts';

async function main(words: string[]): Promise<Outcome> {
  const order = readOrder(words, verbs);
  if (order.kind === 'run') return use(order);
  return { lines: order.verb ? helpOf(order.verb) : helpOfAll(verbs) };
}

/** Looks, asks where something is destroyed, does it, and sees to it that the use is on record. */
async function use(order: Order & { kind: 'run' }): Promise<Outcome> {
  const { verb, given } = order;
  const context = openContext(verb.name, readConfig(process.env));
  try {
    const seen = (await verb.look?.(context, given)) ?? [];
    if (verb.destroys && !order.isConfirmed && (verb.isDestroying?.(given) ?? true)) {
      const name = given[verb.args[0] ?? ''];
      const word = typeof name === 'string' ? name : verb.name;
      const what = [...seen, `This destroys ${verb.destroys}.`];
      await confirm({ input: process.stdin, output: process.stderr }, { what, word });
    } else {
      for (const line of seen) context.say(line);
    }
    const outcome = await verb.run(context, given);
    await context.finish('done', outcome.isWrong ? 'Something is wrong.' : 'Done.');
    return outcome;
  } catch (error) {
    const isUnsure = error instanceof NotConfirmed;
    await context.finish('refused', isUnsure ? 'Nobody confirmed it.' : sentenceOf(error));
    throw error;
  } finally {
    await context.close();
  }
}

/** As shells and supervisors know them; a command that was not understood is sysexits' 64. */
function exitCodeOf(error: unknown): number {
  if (error instanceof WrongUse) return 64;
  return error instanceof NotConfirmed ? 2 : 1;
}

try {
  const { lines, isWrong = false } = await main(process.argv.slice(2));
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isWrong ? 1 : 0;
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
