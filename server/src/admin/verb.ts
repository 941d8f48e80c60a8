import type { Context } from './context.ts';

/** An option of a verb: with the word for its value in the help, or a switch without one. */
export interface Option {
  about: string;
  value?: string;
}

type Options = Record<string, Option>;

/** What was given on the command line, by the names that the verb has for it. */
export type Given = Record<string, string | boolean | undefined>;

type GivenTo<Name extends string, Known extends Options> = Record<Name, string> & {
  [Key in keyof Known]?: Known[Key] extends { value: string } ? string : boolean;
};

export interface Outcome {
  /** For standard output; what is on the way goes by `context.say`. */
  lines: string[];
  /** Whether there is something that an administrator has to see to: the exit code is then 1. */
  isWrong?: boolean;
}

/** One thing that an administrator can do, with all that the help says of it. */
export interface Verb {
  name: string;
  /** In one line, after the name. */
  summary: string;
  /** More about it, a line each. */
  details: string[];
  /** What must be given, in this order, each by a name. */
  args: string[];
  options: Options;
  /** What follows the verb's name, and what it is for. */
  examples: [order: string, does: string][];
  /** What is lost by it, if anything is: then it asks first, and its examples show `--yes`. */
  destroys?: string;
  /** Where only some uses destroy. */
  isDestroying?(given: Given): boolean;
  /** Before it asks: refuses what cannot be done, and says what is about to be done. */
  look?(context: Context, given: Given): Promise<string[]>;
  run(context: Context, given: Given): Promise<Outcome>;
}

type Spec<Name extends string, Known extends Options> = Pick<
  Verb,
  'name' | 'summary' | 'details' | 'examples' | 'destroys'
> & {
  args?: readonly Name[];
  options?: Known;
  isDestroying?(given: GivenTo<Name, Known>): boolean;
  look?(context: Context, given: GivenTo<Name, Known>): Promise<string[]>;
  run(context: Context, given: GivenTo<Name, Known>): Promise<Outcome>;
};

/** Gives `run` what `args` and `options` name, by its type. */
export function defineVerb<
  const Name extends string = never,
  const Known extends Options = Record<never, never>,
>(spec: Spec<Name, Known>): Verb {
  return { ...spec, args: [...(spec.args ?? [])], options: spec.options ?? {} } as Verb;
}

/** What an administrator can set right by giving the command otherwise. */
export class WrongUse extends Error {}
