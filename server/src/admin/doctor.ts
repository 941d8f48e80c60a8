import type { Finding } from '../doctor/finding.ts';
import { wrong } from '../doctor/finding.ts';
import {
  lookAtBooks,
  lookAtClock,
  lookAtNodes,
  lookAtSeals,
  lookAtServer,
  lookAtTroubles,
} from '../doctor/look-at-database.ts';
import { lookAtBackups, lookAtRelease, lookAtSpace } from '../doctor/look-at-machine.ts';
import { lookAtReplica } from '../doctor/look-at-replica.ts';
import { lookAtRights, lookAtRoles } from '../doctor/look-at-rights.ts';
import { lookAtAccounts, lookAtSettings } from '../doctor/look-at-settings.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import type { Context } from './context.ts';
import { defineVerb } from './verb.ts';

export const doctor = defineVerb({
  name: 'doctor',
  summary: 'Looks at everything that an administrator must act on, and says what to do',
  details: [
    'Settings, release, server, roles, rights, clock, disk, backups, archive, standby, replica,',
    'seals, rounds and the books in a quick form. Give it the settings of the node. What is weaker',
    'than it could be is told; what is wrong makes it end with 1. It changes nothing.',
  ],
  options: {
    backups: { value: 'FOLDER', about: 'where backups are: the newest must be of the last night' },
    json: { about: 'prints a list of findings, for programs' },
  },
  examples: [
    ['doctor', 'After each change of the set-up, and when something feels wrong.'],
    ['doctor --backups /backups', 'The same, with a look at the folder of backups.'],
    ['doctor --json', 'For a monitoring that calls somebody when it ends with 1.'],
  ],
  run: async (context, { backups, json = false }) => {
    const findings = await lookAtAll(context, backups);
    const isWrong = findings.some(({ state }) => state === 'wrong');
    return { lines: json ? [JSON.stringify(findings, null, 2)] : say(findings), isWrong };
  },
});

async function lookAtAll(context: Context, backups: string | undefined): Promise<Finding[]> {
  const { config } = context;
  const found = [lookAtRelease(), ...lookAtSettings(config)];
  const looks: Look[] = [
    ['disk', () => lookAtSpace(config)],
    ['backup', () => lookAtBackups(config, backups)],
    ...(await looksAtDatabase(context)),
  ];
  for (const [check, look] of looks) {
    found.push(...(await look().catch((error: unknown) => [failed(check, error)])));
  }
  return found;
}

type Look = [string, () => Promise<Finding[]>];

/** Without a database there is one finding, and no use in the others. */
async function looksAtDatabase(context: Context): Promise<Look[]> {
  const { config } = context;
  try {
    const { db } = await context.database();
    return [
      ['roles', () => lookAtRoles(config)],
      ['server', () => lookAtServer(db)],
      ['nodes', async () => [await lookAtNodes(db)]],
      ['rights', () => lookAtRights(db, config)],
      ['clock', async () => [await lookAtClock(db)]],
      ['accounts', () => lookAtAccounts(db, config)],
      ['standby', () => lookAtTroubles(db)],
      ['replica', () => lookAtReplica(db, config)],
      ['seal', async () => [await lookAtSeals(db)]],
      ['books', () => lookAtBooks(db)],
    ];
  } catch (error) {
    const roles = await lookAtRoles(config).catch(() => []);
    const isJudged = roles.some(({ state }) => state === 'wrong');
    return [['database', async () => (isJudged ? roles : [unreachable(error)])]];
  }
}

function unreachable(error: unknown): Finding {
  const remedy =
    'See that the server runs and lets the role in; give this the settings of the node.';
  return wrong('database', `It cannot be used. ${sentenceOf(error)}`, remedy);
}

function failed(check: string, error: unknown): Finding {
  return wrong(
    check,
    `It could not be looked at: ${sentenceOf(error)}`,
    'Mend that, and look again.',
  );
}

const marks = { good: 'ok   ', weak: 'weak ', wrong: 'WRONG' } as const;

function say(findings: Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, says, remedy }) => {
    const indent = ' '.repeat(marks.good.length + width + 3);
    const head = `${marks[state]} ${check.padEnd(width)}  ${says}`;
    return remedy === undefined ? [head] : [head, `${indent}Do: ${remedy}`];
  });
  const count = findings.filter(({ state }) => state === 'wrong').length;
  const verdict = count === 0 ? 'Nothing is wrong.' : `Wrong: ${count}. Begin with the first.`;
  return [...lines, verdict];
}
