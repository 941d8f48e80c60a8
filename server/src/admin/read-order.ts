import { parseArgs } from 'node:util';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { usageOf } from './help.ts';
import { type Given, type Verb, WrongUse } from './verb.ts';

/** What one use asks for. */
export type Order =
  | { kind: 'help'; verb?: Verb }
  | { kind: 'run'; verb: Verb; given: Given; isConfirmed: boolean };

/** Reads the words after `npm run admin --`; throws what to write instead. */
export function readOrder(words: string[], verbs: Verb[]): Order {
  const [first = 'help', ...rest] = words;
  if (['help', '--help', '-h'].includes(first)) {
    const [name] = rest;
    return name === undefined ? { kind: 'help' } : { kind: 'help', verb: findVerb(name, verbs) };
  }
  const verb = findVerb(first, verbs);
  const { values, positionals } = parse(verb, rest);
  if (values.help) return { kind: 'help', verb };
  if (positionals.length !== verb.args.length) throw notUnderstood(verb);
  const named = verb.args.map((arg, index) => [arg, positionals[index]?.trim()] as const);
  const empty = named.find(([, value]) => !value);
  if (empty) throw notUnderstood(verb, `${empty[0].toUpperCase()} is empty.`);
  const { yes = false, ...options } = values;
  const given = { ...options, ...Object.fromEntries(named) };
  return { kind: 'run', verb, given, isConfirmed: yes === true };
}

function parse(verb: Verb, args: string[]) {
  const own = Object.entries(verb.options).map(
    ([key, { value }]) => [key, { type: value ? 'string' : 'boolean' }] as const,
  );
  const yes = verb.destroys ? { yes: { type: 'boolean' } as const } : {};
  const help = { help: { type: 'boolean', short: 'h' } as const };
  const options = { ...Object.fromEntries(own), ...yes, ...help };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw notUnderstood(verb, sentenceOf(error));
  }
}

function notUnderstood(verb: Verb, why = ''): WrongUse {
  const use = `Use: npm run admin -- ${usageOf(verb)}`;
  return new WrongUse(why ? `${why}\n${use}` : use);
}

function findVerb(name: string, verbs: Verb[]): Verb {
  const verb = verbs.find((one) => one.name === name);
  if (verb) return verb;
  const distances = verbs.map((one) => ({ name: one.name, steps: stepsBetween(name, one.name) }));
  const [nearest] = distances.sort((a, b) => a.steps - b.steps);
  const isNear = nearest && nearest.steps <= Math.max(2, nearest.name.length / 2);
  throw new WrongUse(
    `There is no verb ${name}.${isNear ? ` Did you mean ${nearest.name}?` : ''}\n` +
      'npm run admin -- help lists them all.',
  );
}

/** How many letters must be put in, taken out or changed to make one word of the other. */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const changed = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
