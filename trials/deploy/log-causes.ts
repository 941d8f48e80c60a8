import type { AlertStage } from './alert-stage.ts';

/** What happens to a platform, which alerts must tell of it, and how it ends. */
export interface Cause {
  what: string;
  alerts: string[];
  begin(): Promise<unknown>;
  end?(): Promise<unknown>;
}

/** Each switch of the log file is 16 MB further. */
async function writeLog({ primary }: AlertStage, files: number): Promise<void> {
  for (let file = 0; file < files; file++) {
    await primary.ask("select pg_logical_emit_message(true, 'trial', 'x')");
    await primary.ask('select pg_switch_wal()');
  }
}

export function ofStandbys(stage: AlertStage): Cause[] {
  const { primary, replica } = stage;
  return [
    {
      what: 'a slot that no standby uses',
      alerts: ['PitbossStandbyAway'],
      begin: () => primary.ask("select pg_create_physical_replication_slot('nobody', true)"),
    },
    {
      what: 'the log goes on for 272 MB without it',
      alerts: ['PitbossStandbyBehind'],
      begin: () => writeLog(stage, 17),
      end: () => primary.ask("select pg_drop_replication_slot('nobody')"),
    },
    {
      what: 'the replica does not replay for two minutes and 32 MB',
      alerts: ['PitbossReplicaBehind'],
      begin: async () => {
        await replica.ask('select pg_wal_replay_pause()');
        await writeLog(stage, 3);
        await stage.passMinutes(2);
      },
      end: () => replica.ask('select pg_wal_replay_resume()'),
    },
    {
      what: 'the replica ends',
      alerts: ['PitbossReplicaAway'],
      begin: () => replica.stop(),
    },
  ];
}

export function ofArchive(stage: AlertStage): Cause[] {
  const { primary } = stage;
  const tryAgain = `select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'archiver'`;
  return [
    {
      what: 'the archive takes no file',
      alerts: ['PitbossArchiveFailing'],
      begin: async () => {
        stage.letArchive(false);
        await writeLog(stage, 1);
      },
      end: async () => {
        stage.letArchive(true);
        await primary.ask(tryAgain);
      },
    },
  ];
}
