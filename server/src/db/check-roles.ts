import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { WrongSettings } from '../kernel/wrong-settings.ts';
import { type Db, openDatabase, type Tx } from './database.ts';
import { type Place, placeOf, refusedAt } from './refused-entry.ts';
import { inTransaction } from './transaction.ts';

/** Whom a node signs in as, and who owns its tables; without an owner apart it owns them itself. */
export interface Addresses {
  url: string;
  ownerUrl: string | undefined;
}

/** What works and is weaker than it could be; grave where a node may do anything to the server. */
export interface Weakness {
  says: string;
  isGrave: boolean;
}

const slight = (says: string): Weakness => ({ says, isGrave: false });

/** What the one who is to migrate sees of the database, of itself and of the node's role. */
interface Sight {
  database: string;
  databaseOwner: string;
  /** None: there are no tables yet. */
  tablesOwner: string | null;
  role: string;
  isSuperuser: boolean;
  mayCreate: boolean;
  /** Whether these may do what the owner of the tables may, or of an empty database. */
  hasOwnersRights: boolean;
  nodeHasOwnersRights: boolean;
  nodeIsSuperuser: boolean;
  /** Something among the tables that belongs to somebody else. */
  foreign: { name: string; owner: string } | null;
}

/**
 * Makes sure that both addresses lead to one database and to the roles that are meant; what cannot
 * work is refused before anything is made. Answers with what works but is weaker than it could be.
 */
export async function checkRoles({ url, ownerUrl }: Addresses): Promise<Weakness[]> {
  const node = placeOf('DATABASE_URL', url);
  const owner = ownerUrl === undefined ? node : placeOf('DATABASE_OWNER_URL', ownerUrl);
  const sight = await within(owner, (tx) =>
    owner === node ? see(tx, node.role) : besideNode(tx, owner, node),
  );
  if (owner === node) return judgeAlone(sight);
  return judgePair(sight, node.role);
}

/** The same for a command that needs no node: whether it comes in, and with an owner's rights. */
export async function checkOwner({ url, ownerUrl }: Addresses): Promise<void> {
  const alone = placeOf('DATABASE_URL', url);
  const owner = ownerUrl === undefined ? alone : placeOf('DATABASE_OWNER_URL', ownerUrl);
  const sight = await within(owner, (tx) => see(tx, owner.role));
  if (owner === alone) refuseAlone(sight);
  else refuseOwner(sight);
}

/** One transaction at an address; a server that does not let us in is told by its setting. */
async function within<T>(place: Place, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url: place.url, connectionsMax: 1 });
  try {
    await sql`select`.execute(db).catch((error: unknown) => {
      throw refusedAt(place, error);
    });
    return await inTransaction(db, work);
  } finally {
    await close();
  }
}

/** Whoever is in the same database meets a lock that we hold there, and nobody else does. */
async function besideNode(tx: Tx, owner: Place, node: Place): Promise<Sight> {
  const lock = randomInt(2 ** 47);
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  const { rows } = await within(node, (nodeTx) =>
    sql<{ isElsewhere: boolean }>`
      select pg_try_advisory_xact_lock(${lock}) as "isElsewhere"`.execute(nodeTx),
  );
  // At one address, a fail-over may have come between the two: that is none of the settings' fault.
  if (!rows[0]?.isElsewhere || nameOf(owner) === nameOf(node)) return see(tx, node.role);
  throw new WrongSettings(
    `DATABASE_OWNER_URL (role ${owner.role}) and DATABASE_URL (role ${node.role}) lead to two ` +
      `different databases, ${nameOf(owner)} and ${nameOf(node)}: name the same server and the ` +
      'same database in both.',
  );
}

function nameOf({ host, port, database }: Place): string {
  return `${database} at ${host}:${port}`;
}

async function see(tx: Tx, nodeRole: string): Promise<Sight> {
  const { rows } = await sql<Sight>`
    with tables as (
      select relowner from pg_class where oid = to_regclass('kysely_migration')
    ), master as (
      select coalesce((select relowner from tables), datdba) as id, datdba from pg_database
      where datname = current_database()
    )
    select current_database() as database, pg_get_userbyid(datdba) as "databaseOwner",
      (select pg_get_userbyid(relowner) from tables) as "tablesOwner", current_user as role,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      pg_has_role(id, 'usage') as "hasOwnersRights",
      pg_has_role(${nodeRole}::name, id, 'usage') as "nodeHasOwnersRights",
      (select rolsuper from pg_roles where rolname = ${nodeRole}) as "nodeIsSuperuser",
      (select json_build_object('name', relname, 'owner', pg_get_userbyid(relowner))
        from pg_class where relnamespace = current_schema()::regnamespace
          and relkind in ('r', 'p', 'S', 'v', 'm', 'f') and not pg_has_role(relowner, 'usage')
        order by relname limit 1) as "foreign"
    from master`.execute(tx);
  return rows[0] as Sight;
}

/** The node migrates by itself. */
function judgeAlone(sight: Sight): Weakness[] {
  refuseAlone(sight);
  if (sight.nodeIsSuperuser) return [tellSuperuser(sight.role)];
  return [
    slight(
      `DATABASE_OWNER_URL is not set, so the node runs as ${sight.role}, with the rights of an ` +
        `owner: it works, but only triggers guard the record. ${remedy}`,
    ),
  ];
}

function refuseAlone(sight: Sight): void {
  const { role, database, databaseOwner, tablesOwner } = sight;
  if (tablesOwner === null && !sight.mayCreate) {
    throw new WrongSettings(
      `The database ${database} is empty and the role ${role} of DATABASE_URL may not create ` +
        `tables in it: set DATABASE_OWNER_URL to an address of its owner, ${databaseOwner}, or ` +
        `run "alter database ${database} owner to ${role}".`,
    );
  }
  if (tablesOwner !== null && !sight.hasOwnersRights) {
    throw new WrongSettings(
      `The role ${role} of DATABASE_URL may not migrate the database ${database}, whose tables ` +
        `belong to ${tablesOwner}: set DATABASE_OWNER_URL to an address of ${tablesOwner}.`,
    );
  }
  refuseForeign(sight, 'DATABASE_URL');
}

const remedy =
  'Make a role that owns nothing, name it in DATABASE_URL and the owner in DATABASE_OWNER_URL ' +
  '(docs/operating.md, Deploy).';

function tellSuperuser(nodeRole: string): Weakness {
  const says =
    `The role ${nodeRole} of DATABASE_URL is a superuser: it works, but the node then has rights ` +
    `over the whole server, and only triggers guard the record. ${remedy}`;
  return { says, isGrave: true };
}

/** An owner migrates and a node works. */
function judgePair(sight: Sight, nodeRole: string): Weakness[] {
  const { role, database } = sight;
  if (sight.nodeHasOwnersRights && !sight.hasOwnersRights) {
    throw new WrongSettings(
      `DATABASE_URL and DATABASE_OWNER_URL are swapped: the role ${nodeRole} of DATABASE_URL has ` +
        `the owner's rights in the database ${database}, and the role ${role} of ` +
        'DATABASE_OWNER_URL has not: exchange the two addresses.',
    );
  }
  refuseOwner(sight);
  if (sight.nodeIsSuperuser) return [tellSuperuser(nodeRole)];
  if (sight.nodeHasOwnersRights) {
    return [
      slight(
        `The role ${nodeRole} of DATABASE_URL has the rights of an owner, although ` +
          `DATABASE_OWNER_URL is set: it works, but only triggers guard the record. ${remedy}`,
      ),
    ];
  }
  if (!sight.isSuperuser) return [];
  return [
    slight(
      `The role ${role} of DATABASE_OWNER_URL is a superuser: it works, but what it makes runs ` +
        'with rights over the whole server. Name a role there that owns this database alone.',
    ),
  ];
}

function refuseOwner(sight: Sight): void {
  const { role, database, tablesOwner, databaseOwner } = sight;
  if (tablesOwner === null && !sight.mayCreate) {
    throw new WrongSettings(
      `The database ${database} is empty and the role ${role} of DATABASE_OWNER_URL may not ` +
        `create tables in it: run "alter database ${database} owner to ${role}", or name its ` +
        `owner, ${databaseOwner}, in DATABASE_OWNER_URL.`,
    );
  }
  if (tablesOwner !== null && !sight.hasOwnersRights) {
    throw new WrongSettings(
      `The tables of the database ${database} belong to ${tablesOwner}, so the role ${role} of ` +
        `DATABASE_OWNER_URL may not migrate them: name ${tablesOwner} in DATABASE_OWNER_URL.`,
    );
  }
  refuseForeign(sight, 'DATABASE_OWNER_URL');
}

function refuseForeign({ foreign, role, database }: Sight, setting: string): void {
  if (!foreign) return;
  throw new WrongSettings(
    `In the database ${database}, ${foreign.name} belongs to ${foreign.owner}, so the role ` +
      `${role} of ${setting} may not migrate it: run "alter table ${foreign.name} owner to ` +
      `${role}" as ${foreign.owner} or a superuser, or move it to another schema.`,
  );
}

/** Once the tables are there and the rights are given: whether the node finds them. */
export async function checkNode(db: Db, url: string): Promise<void> {
  const node = placeOf('DATABASE_URL', url);
  const { rows } = await sql<{ path: string; mayRead: boolean | null }>`
    select current_setting('search_path') as path,
      has_table_privilege(to_regclass('users')::oid, 'select') as "mayRead"`.execute(db);
  const { path = '', mayRead } = rows[0] ?? {};
  if (mayRead) return;
  throw new WrongSettings(
    `The role ${node.role} of DATABASE_URL finds no tables in the database ${node.database}, ` +
      `where its search_path is ${path}: run "alter role ${node.role} reset search_path", or set ` +
      'it to the schema that the owner uses.',
  );
}
