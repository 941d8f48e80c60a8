import type { Config } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import { roles as embeddedRoles } from '../embedded/passwords.ts';
import { rotatePasswords } from '../embedded/rotate-passwords.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import {
  type Addresses,
  assertMayChange,
  type Changed,
  changeOwnPassword,
  targetOf,
} from './own-password.ts';
import { defineVerb } from './verb.ts';

export const rotateDatabasePasswords = defineVerb({
  name: 'rotate-database-passwords',
  summary: "Gives the database's roles new passwords",
  details: [
    'The embedded database: superuser, owner and node, in the files of the data folder. Nodes that',
    'run follow by themselves.',
    'A PostgreSQL of your own: the roles of DATABASE_URL and DATABASE_OWNER_URL. Where these have',
    'no password and PGPASSFILE names a file that has it, the new one is written there, and nodes',
    'follow by themselves. Otherwise the new settings are printed: nodes with the old ones get no',
    'new connection from that moment on, so choose a quiet one, and restart them at once.',
  ],
  examples: [
    ['rotate-database-passwords', 'Asks, then changes them all.'],
    ['rotate-database-passwords --yes', 'The same from a script; keep what it prints.'],
  ],
  destroys: 'the passwords that the roles of the database have now',
  look: async (context) => {
    const { config } = context;
    const roles = addressesByRole(config);
    for (const addresses of roles.values()) await assertMayChange(addresses);
    await context.database();
    const names = config.databaseUrl ? [...roles.keys()] : Object.values(embeddedRoles);
    return [`About to change: the passwords of ${names.join(', ')}.`];
  },
  run: async (context) => {
    const { config } = context;
    const { db } = await context.database();
    const { lines, isWrong } = config.databaseUrl
      ? await rotateOwn(config)
      : { lines: keptIn(await rotatePasswords(config.dataDir)), isWrong: false };
    const message = isWrong
      ? "Not all passwords of the database's roles were changed."
      : "The passwords of the database's roles were changed.";
    // On a connection that is open already: the way in is another one by now.
    await inTransaction(db, (tx) => context.record(tx, { message }));
    return { lines: [message, ...lines], isWrong };
  },
});

/** Several settings may name the same role. */
function addressesByRole(config: Config): Map<string, Addresses> {
  const given: [string, string | undefined][] = [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_OWNER_URL', config.databaseOwnerUrl],
    ['DATABASE_REPLICA_URL', config.databaseReplicaUrl],
  ];
  const addresses = given.filter((one): one is Addresses[number] => one[1] !== undefined);
  const byRole = Map.groupBy(addresses, ([, url]) => targetOf(url).user);
  // A replica follows its primary, and takes no change itself.
  for (const [role, [first]] of byRole) {
    if (first?.[0] === 'DATABASE_REPLICA_URL') byRole.delete(role);
  }
  return byRole;
}

/** What was changed before something went wrong is told all the same: nobody else knows it. */
async function rotateOwn(config: Config): Promise<{ lines: string[]; isWrong: boolean }> {
  const lines: string[] = [];
  for (const addresses of addressesByRole(config).values()) {
    try {
      lines.push(...tell(await changeOwnPassword(addresses)));
    } catch (error) {
      const said = sentenceOf(error);
      return { lines: [...lines, `${addresses[0]?.[0]} was not changed: ${said}`], isWrong: true };
    }
  }
  return { lines, isWrong: false };
}

function tell({ role, settings, file }: Changed): string[] {
  if (file) {
    return [`${role}: the new one is in ${file}. Other machines with a file of their own need it.`];
  }
  return [`${role}: give this to every node, and restart them now:`, ...settings];
}

function keptIn(folder: string): string[] {
  return [`They are kept in ${folder}; nodes follow by themselves. Back up that folder anew.`];
}
