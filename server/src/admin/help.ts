import type { Verb } from './verb.ts';

const command = 'npm run admin --';

/** What may follow the command: `reset-password NAME`. */
export function usageOf({ name, args, options }: Verb): string {
  const given = args.map((arg) => arg.toUpperCase());
  const optional = Object.entries(options).map(([key, { value }]) =>
    value ? `[--${key} ${value}]` : `[--${key}]`,
  );
  return [name, ...given, ...optional].join(' ');
}

/** All verbs, a line each. */
export function helpOfAll(verbs: Verb[]): string[] {
  const rows = verbs.map((verb): [string, string] => [
    [verb.name, ...verb.args.map((arg) => arg.toUpperCase())].join(' '),
    verb.summary,
  ]);
  return [
    `Use: ${command} VERB …, with the settings of the node.`,
    '',
    ...inColumns(rows),
    '',
    `${command} help VERB says more, with examples.`,
    'It may run while nodes do; each use is on record. What destroys asks first, --yes answers.',
    'It ends with 0 when done, 1 when something is wrong, 2 when nobody confirmed, 64 when the',
    'command was not understood.',
  ];
}

export function helpOf(verb: Verb): string[] {
  const options = Object.entries(verb.options).map(([key, { value, about }]): [string, string] => [
    value ? `--${key} ${value}` : `--${key}`,
    about,
  ]);
  if (verb.destroys) options.push(['--yes', 'does not ask; for scripts']);
  return [
    `Use: ${command} ${usageOf(verb)}`,
    '',
    `${verb.summary}.`,
    ...verb.details,
    ...(verb.destroys ? [`Asks first, because it destroys: ${verb.destroys}.`] : []),
    ...(options.length > 0 ? ['', ...inColumns(options)] : []),
    '',
    'For example:',
    ...verb.examples.flatMap(([order, does]) => [`  ${command} ${order}`, `      ${does}`]),
  ];
}

function inColumns(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
