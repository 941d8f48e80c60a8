import pg from 'pg';
import { WrongSettings } from '../kernel/wrong-settings.ts';
import { codeOf } from './database-errors.ts';

/** Where a setting leads, and as whom. */
export interface Place {
  setting: string;
  url: string;
  role: string;
  host: string;
  port: number;
  database: string;
}

export function placeOf(setting: string, url: string): Place {
  try {
    const { user = '', host, port, database = '' } = new pg.Client({ connectionString: url });
    return { setting, url, role: user, host, port, database };
  } catch {
    // What was wrong with it would show the password.
    throw new WrongSettings(
      `${setting} cannot be read as an address: write what is special in its password as %40 for ` +
        '@, %2F for / and so on.',
    );
  }
}

/** By SQLSTATE, what whoever wrote the setting can do; `said` is the server's own word. */
const sentences: Record<string, (place: Place, said: string) => string> = {
  '28P01': ({ setting, role }, said) =>
    `The database refuses the role ${role} of ${setting} (${said}): correct its name or password ` +
    `there, or set it with "alter role ${role} password '…'".`,
  '28000': ({ setting, role }, said) =>
    `The database does not let the role ${role} of ${setting} in (${said}): make it with "create ` +
    `role ${role} login password '…'", or allow it in pg_hba.conf.`,
  '3D000': ({ setting, role, database }) =>
    `${setting} names the database ${database}, which is not there: make it with "create ` +
    `database ${database}", or name the one that is meant for the role ${role}.`,
  '42501': ({ setting, role, database }) =>
    `The role ${role} of ${setting} may not enter the database ${database}: run "grant connect ` +
    `on database ${database} to ${role}".`,
};

/** A database that knows us and says no is told by the setting; what else went wrong stays. */
export function refusedAt(place: Place, error: unknown): unknown {
  const sentence = sentences[codeOf(error) ?? ''];
  if (!sentence || !(error instanceof Error)) return error;
  return new WrongSettings(sentence(place, error.message));
}
