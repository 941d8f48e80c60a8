import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linesToFollow, spreadLiterals } from './literals.ts';

export type SourceFile = { path: string; text: string };
export type TidyRule = {
  name: string;
  appliesTo: (path: string) => boolean;
  /** The offences of one file, each with what a person needs to find it. */
  offences: (file: SourceFile) => string[];
};

const isFunction = (path: string) => /^server\/sql\/.*\.sql$/.test(path);
const isCode = (path: string) => /\.(tsx?|mjs|cjs)$/.test(path);
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const isDocument = (path: string) => /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(path);
const isText = (path: string) => !/\.(png|jpe?g|webp|ico|woff2?|gz|pdf)$/.test(path);
const builtFiles = /^(contract|engine|server)\/src\/(?!test\/|kernel\/checkout\.ts)/;
/** The rules themselves spell the words that they forbid. */
const isTidy = (path: string) => path.startsWith('tools/tidy');

function linesThat(text: string, isWrong: (line: string) => boolean): string[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => isWrong(line))
    .map(({ line, number }) => `line ${number}: ${line.trim().slice(0, 80)}`);
}

const columns = (line: string) => [...line].length;

/** A test may carry an address or a whole sentence, which no formatter can break. */
const withoutStrings = (line: string) => line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, "''");

function lineLimit(path: string): number {
  if (isTest(path)) return 400;
  return /\/(ledger|engine)\//.test(path) ? 350 : 250;
}

const moneyTable = '(\\w+\\.)?"?(accounts|transfers|entries)"?\\b';
/** Where money may be written: by the ledger itself, and by what fills or empties whole tables. */
const moneyFolders = [
  'server/src/ledger/',
  'server/sql/ledger/',
  'server/migrations/',
  'server/first-rows.sql',
  'deploy/retention/',
  'trials/bench/fill/',
  'server/src/test/first-release/',
];
const moneyWrites = new RegExp(
  [
    `(insert\\s+into|delete\\s+from|truncate(\\s+table)?|merge\\s+into|copy)\\s+${moneyTable}`,
    `update\\s+(only\\s+)?${moneyTable}(\\s+as)?(\\s+\\w+)?\\s+set\\b`,
    `(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\\(\\s*['"\`]${moneyTable}`,
  ].join('|'),
  'gi',
);

/** A limit of a test's own, below that of all, and a time that something may take at most. */
const ownLimits = new RegExp(
  [
    String.raw`^ *\}, [\d_]{4,}\);$`,
    String.raw`^ *\},\n *[\d_]{4,},\n *\);$`,
    String.raw`\btest\.setTimeout\([\d_]+\)`,
    String.raw`performance\.now\(\) - \w+\)\.toBeLess\w+`,
  ].join('|'),
  'gm',
);

/** Parts that `web/src/ui` hands on with their styles, taken without, and styles alone. */
const bareParts = new RegExp(
  [
    String.raw`@mantine/core/styles/\w+`,
    String.raw`\b(Checkbox|Kbd|List|Menu|Modal|Popover|Progress|Radio|SegmentedControl|Switch)\b` +
      String.raw`[^}]*\} from '@mantine/core'`,
    String.raw`\bTable\b[^}]*\} from '@mantine/core'`,
  ].join('|'),
  'g',
);

/** Links, and words in code type that begin with one of our folders: no patterns, nothing built. */
export function citedPaths({ path, text }: SourceFile): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:[#\s][^)]*)?\)/g)].map(([, to = '']) => to);
  const local = links.filter((to) => !/^[a-z]+:/.test(to)).map((to) => join(dirname(path), to));
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);
  const folder =
    /^(\.ci|contract|deploy|docs|e2e|engine|server|testkit|tools|trials|web)\/[^*<>{}…$]*$/;
  const words = quoted.filter((word) => folder.test(word) && !/NNNN|\/dist\b/.test(word));
  return [...local, ...words.map((word) => word.replace(/:\d+$/, ''))];
}

/** What code cites of our documents: docs/panel.md, or one heading of it. */
function hasCited([, path = '', heading]: RegExpMatchArray): boolean {
  if (!existsSync(path)) return false;
  const lines = readFileSync(path, 'utf8').split('\n');
  const titles = lines
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+ /, ''));
  // A sentence may go on with a comma; a heading begins with a capital.
  return heading === undefined || titles.some((title) => title === heading);
}

const citation = /\b(docs\/[\w/-]+\.md)(?:, ([A-Z][\w/]*(?: [A-Z]\w*)*))?/g;

export const tidyRules: TidyRule[] = [
  {
    name: 'a file is short enough to read in one go',
    // What is written by a command is looked up, not read.
    appliesTo: (path) => isCode(path) && path !== 'server/src/db/tables.ts',
    offences: (file) => {
      const limit = lineLimit(file.path);
      if (file.text.trimEnd().split('\n').length <= limit) return [];
      const count = linesToFollow(file);
      return count > limit ? [`${count} lines, at most ${limit}`] : [];
    },
  },
  {
    name: 'no test depends on the pace of the machine',
    appliesTo: (path) => isTest(path) && !isTidy(path),
    offences: ({ text }) => [...text.matchAll(ownLimits)].map(([words]) => words.trim()),
  },
  {
    name: 'no literal is spread into another',
    appliesTo: isCode,
    offences: spreadLiterals,
  },
  {
    name: 'a line has at most 100 columns',
    appliesTo: (path) => isCode(path) || /\.(sql|css|html|ya?ml)$/.test(path),
    offences: ({ path, text }) =>
      linesThat(text, (line) => columns(isTest(path) ? withoutStrings(line) : line) > 100),
  },
  {
    name: 'names are in kebab-case',
    appliesTo: (path) => isCode(path) || path.endsWith('.sql'),
    offences: ({ path }) => {
      // A function's file is called as the function is.
      const parts = isFunction(path) ? path.replaceAll('_', '-').split('/') : path.split('/');
      return parts.filter((part) => !/^\.?[a-z0-9]+([-.][a-z0-9]+)*$/.test(part));
    },
  },
  {
    name: 'a file in server/sql holds the function that it is called by, in at most 70 lines',
    appliesTo: isFunction,
    offences: ({ path, text }) => {
      const made = [...text.matchAll(/^create (or replace )?\w+ (\w+)/gm)].map(
        ([, , name]) => name,
      );
      const count = text.trimEnd().split('\n').length;
      return [
        ...(made.join() === path.split('/').at(-1)?.replace('.sql', '') ? [] : [`makes ${made}`]),
        ...(count > 70 ? [`${count} lines`] : []),
      ];
    },
  },
  {
    name: 'migrations make no functions',
    // Those before had them, and have run.
    appliesTo: (path) => /^server\/migrations\/00(3\d|[4-9])/.test(path),
    offences: ({ text }) => linesThat(text, (line) => /^create .*\bfunction\b/i.test(line)),
  },
  {
    name: 'a name says what is inside',
    appliesTo: isCode,
    offences: ({ path }) =>
      path.split(/[/.-]/).filter((word) => /^(utils?|helpers?|common|managers?|misc)$/.test(word)),
  },
  {
    name: 'nothing is put off in a comment',
    appliesTo: (path) => isText(path) && !isTidy(path) && path !== 'package-lock.json',
    offences: ({ text }) => linesThat(text, (line) => /\b(TODO|FIXME|XXX)\b/.test(line)),
  },
  {
    name: 'no test is left out',
    appliesTo: (path) => isTest(path) && !isTidy(path),
    offences: ({ text }) => linesThat(text, (line) => /\.(only|skip|todo|fixme)\(/.test(line)),
  },
  {
    name: 'a test says which error it expects',
    // Any other mistake would do as well: a column that is not there, a word that is misspelt.
    appliesTo: (path) => isTest(path) && !isTidy(path),
    offences: ({ text }) =>
      linesThat(text, (line) =>
        /(?<!not)\.toThrow(Error)?\((Error)?\)|rejects\.toBe(Def|Truth)/.test(line),
      ),
  },
  {
    name: 'every export has a name',
    appliesTo: (path) => isCode(path) && !isTidy(path) && !/\.config\.ts$|\.d\.ts$/.test(path),
    offences: ({ text }) => linesThat(text, (line) => /^export default\b/.test(line)),
  },
  {
    name: 'no file only hands on others',
    appliesTo: (path) => isCode(path) && !isTidy(path),
    offences: ({ path, text }) => [
      ...(/(^|\/)index\.(tsx?|mjs)$/.test(path) ? ['an index file'] : []),
      ...linesThat(text, (line) => /^export \* from\b/.test(line)),
    ],
  },
  {
    name: 'only the ledger writes money',
    appliesTo: (path) =>
      (isCode(path) || path.endsWith('.sql')) &&
      !moneyFolders.some((folder) => path.startsWith(folder)) &&
      !isTidy(path),
    offences: ({ text }) => [...text.matchAll(moneyWrites)].map(([found]) => found),
  },
  {
    name: 'what is built does not ask where it stands',
    appliesTo: (path) => builtFiles.test(path) && !isTest(path),
    offences: ({ text }) => linesThat(text, (line) => /\bimport\.meta\b/.test(line)),
  },
  {
    name: 'what is out of date is read again in one way',
    // `invalidateQueries` alone takes a first answer that is on its way for new.
    appliesTo: (path) => path.startsWith('web/src/') && path !== 'web/src/lib/refresh.ts',
    offences: ({ text }) => linesThat(text, (line) => /\b(invalidate|refetch)Queries\(/.test(line)),
  },
  {
    name: 'what is drawn comes with its style',
    // Elsewhere one of the styles that it needs is easily left out, and mostly there by chance.
    appliesTo: (path) => path.startsWith('web/src/') && !path.startsWith('web/src/ui/'),
    offences: ({ text }) => [...text.matchAll(bareParts)].map(([words]) => words.trim()),
  },
  {
    name: 'documents cite only what exists',
    appliesTo: isDocument,
    offences: (file) => citedPaths(file).filter((cited) => !existsSync(cited)),
  },
  {
    name: 'code cites only what is in the repository',
    appliesTo: (path) => (isCode(path) || /\.(sql|css)$/.test(path)) && !isTidy(path),
    offences: ({ text }) => [
      ...linesThat(text, (line) => /§|\bspecifications?\b|\bdecisions\.md\b/i.test(line)),
      ...[...text.matchAll(citation)].filter((cited) => !hasCited(cited)).map(([cited]) => cited),
    ],
  },
  {
    name: 'no path of one machine',
    appliesTo: (path) => isText(path) && !isTidy(path),
    offences: ({ text }) =>
      linesThat(text, (line) => /(^|[\s'"`(=:])\/(root|work|(home|Users)\/\w+)(\/|\b)/.test(line)),
  },
  {
    name: 'a suppressed warning says why',
    appliesTo: (path) => isCode(path) && !isTidy(path),
    offences: ({ text }) =>
      linesThat(text, (line) => {
        if (/@ts-(ignore|nocheck)|eslint-disable/.test(line)) return true;
        if (line.includes('biome-ignore')) return !/biome-ignore\S* \S+: \w+/.test(line);
        return line.includes('@ts-expect-error') && !/@ts-expect-error\W+\w+ \w+/.test(line);
      }),
  },
];
