import type { SecuritySettings } from '@pitboss/contract/security';
import { sql } from 'kysely';
import { stepUpRefusal } from '../auth/step-up.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';

/** What holds for everybody below SUPER; a change of it waits for their calls under way. */
export async function getSettings(db: Db): Promise<SecuritySettings> {
  const { rows } = await sql<SecuritySettings>`
    select is_second_factor_required as "isSecondFactorRequired",
      is_step_up_for_operators as "isStepUpForOperators"
    from security_settings`.execute(db);
  return rows[0] as SecuritySettings;
}

/** Changes what was sent and nothing else. */
export async function setSettings(
  tx: Tx,
  changes: { [Name in keyof SecuritySettings]?: boolean | undefined },
): Promise<{ settings: SecuritySettings; change: Change }> {
  const before = await getSettings(tx);
  const settings = {
    isSecondFactorRequired: changes.isSecondFactorRequired ?? before.isSecondFactorRequired,
    isStepUpForOperators: changes.isStepUpForOperators ?? before.isStepUpForOperators,
  };
  await sql`
    update security_settings set is_second_factor_required = ${settings.isSecondFactorRequired},
      is_step_up_for_operators = ${settings.isStepUpForOperators}`.execute(tx);
  return { settings, change: { kind: 'security', id: null, before, after: settings } };
}

/** For role changes and deletes of operators, where SUPER wants a fresh proof of those. */
export async function assertFreshForOperators(tx: Tx, actor: Actor): Promise<void> {
  if (actor.isFresh) return;
  if ((await getSettings(tx)).isStepUpForOperators) throw stepUpRefusal();
}
