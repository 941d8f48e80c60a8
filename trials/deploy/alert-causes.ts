import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, must, tryAsk } from '@pitboss/testkit/http-client';
import pg from 'pg';
import type { AlertStage } from './alert-stage.ts';
import { type Cause, ofArchive, ofStandbys } from './log-causes.ts';

/** What each alert is for, as it happens; later ones stand the state that earlier ones leave. */
export function causesOf(stage: AlertStage): Cause[] {
  return [
    ...ofCalls(stage),
    ...ofStandbys(stage),
    ...ofArchive(stage),
    ...ofMoney(stage),
    ...ofTime(stage),
    ...ofMachine(stage),
  ];
}

function ofMoney(stage: AlertStage): Cause[] {
  const { node, crowd } = stage;
  const [client] = crowd.operators[0]?.clients ?? [];
  const serviceKey = crowd.serviceKey.key;
  const game = (path: string, body: object) =>
    must(node.url, { path: `/api/game/rounds${path}`, serviceKey, body });
  /** A round with a bet of the client, in the air. */
  const fly = async () => {
    const { data } = await game('', { ref: randomUUID() });
    const bets = [{ ref: randomUUID(), userId: String(client?.id), stake: 5, autoCashout: 1.5 }];
    await game(`/${data.round}/bets`, { bets });
    await game(`/${data.round}/start`, {});
    return data.round as string;
  };
  const crash = (round: string) => game(`/${round}/crash`, { multiplier: 2, settle: true });
  return [
    {
      what: 'somebody holds the ledger for 8 seconds while a round settles',
      alerts: ['PitbossSlowSettlement'],
      begin: async () => {
        const round = await fly();
        const release = await hold(stage, 'lock table entries in share mode');
        const crashing = crash(round);
        await sleep(8_000);
        await release();
        await crashing;
      },
    },
    {
      what: 'the database refuses one bet of a round that crashed',
      alerts: ['PitbossBetsSetAside'],
      begin: async () => {
        const round = await fly();
        await stage.ask(`create function refuse_bet() returns trigger language plpgsql as $$
          begin raise exception 'too large' using errcode = 'numeric_value_out_of_range'; end $$;
          create trigger refuse_bet before update on bets for each row
          execute function refuse_bet()`);
        await crash(round);
        await stage.ask('drop trigger refuse_bet on bets');
      },
    },
    {
      what: 'somebody changes a balance by hand',
      alerts: ['PitbossLedgerImbalance'],
      begin: () => stage.ask(tampered),
    },
  ];
}

const table = 'accounts';
const tampered = `alter table ${table} disable trigger user;
  update ${table} set balance_minor = balance_minor + 7
  where id = (select min(id) from ${table});
  alter table ${table} enable trigger user`;

/** A transaction of somebody else, until it is let go of. */
async function hold({ primary }: AlertStage, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: primary.ownerUrl });
  await client.connect();
  await client.query(`begin; ${statement}`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

function ofCalls(stage: AlertStage): Cause[] {
  const { node, crowd } = stage;
  const { token } = crowd.root;
  const read = () => tryAsk(node.url, { path: '/api/users/getAgentbalance', token, body: {} });
  /** Twice: a figure that Prometheus sees for the first time has not grown. */
  const whileHeld = async (calls: number, ms: number) => {
    await onceHeld(calls, ms);
    await sleep(3_000);
    await onceHeld(calls, ms);
  };
  const onceHeld = async (calls: number, ms: number) => {
    const release = await hold(stage, 'lock table users in access exclusive mode');
    const asked = Array.from({ length: calls }, read);
    await sleep(ms);
    await release();
    await Promise.all(asked);
  };
  const body = { username: 'nobody', password: 'Wrong-horse-1' };
  return [
    {
      what: 'somebody holds the accounts, and a call waits for three seconds',
      alerts: ['PitbossSlowCalls'],
      begin: () => whileHeld(1, 3_000),
    },
    {
      what: 'more calls wait than there are connections',
      alerts: ['PitbossPoolBusy', 'PitbossErrors'],
      begin: () => whileHeld(30, 4_000),
    },
    {
      what: '150 guesses at a password',
      alerts: ['PitbossSignInsRefused'],
      begin: async () => {
        for (let tries = 0; tries < 150; tries++) {
          await ask(node.url, { path: '/api/auth/login', body });
        }
      },
    },
  ];
}

function ofTime(stage: AlertStage): Cause[] {
  const { withRounds, primary, node, crowd } = stage;
  const [operator] = crowd.operators;
  const [client] = operator?.clients ?? [];
  let release = async () => {};
  return [
    {
      what: 'somebody keeps sealing and folding off, and six minutes pass',
      alerts: ['PitbossRecordNotSealed', 'PitbossSumsBehind'],
      begin: async () => {
        const locks = `select pg_advisory_xact_lock(hashtextextended(job, 0))
          from unnest('{seal transfers,fold statements}'::text[]) job`;
        release = await hold(stage, locks);
        const path = `/api/transactions/deposit/${client?.id}`;
        await must(node.url, { path, token: operator?.token, body: { amount: 1 } });
        await stage.passMinutes(6);
      },
      end: () => release(),
    },
    {
      what: 'the only node with rounds is killed in one, and 16 minutes pass',
      alerts: ['PitbossRoundStuck', 'PitbossNoRounds'],
      begin: async () => {
        await withRounds.start();
        const running = "select count(*) from rounds where source = 'engine' and state = 'betting'";
        while ((await primary.ask(running)) === '0') await sleep(250);
        await withRounds.end('SIGKILL');
        await stage.passMinutes(16);
      },
    },
    {
      what: 'nothing is archived, and an hour passes',
      alerts: ['PitbossArchiveOld'],
      begin: () => stage.passMinutes(61),
    },
  ];
}

function ofMachine(stage: AlertStage): Cause[] {
  const { node, second, disk, primary } = stage;
  const full: Cause = {
    what: 'a disk of 1.4 GB takes 500 MB more',
    alerts: ['PitbossDiskNearlyFull'],
    begin: async () => writeFileSync(join(disk ?? '', 'filling'), Buffer.alloc(500 * 1024 ** 2)),
  };
  return [
    ...(disk ? [full] : []),
    {
      what: 'the processor is taken away for seven tenths of each second',
      alerts: ['PitbossBusyProcess'],
      begin: async () => {
        for (let turn = 0; turn < 12; turn++) {
          node.signal('SIGSTOP');
          await sleep(700);
          node.signal('SIGCONT');
          await sleep(100);
        }
      },
    },
    {
      what: 'the database lets nobody in any more',
      alerts: ['PitbossDatabaseAway'],
      begin: async () => {
        await primary.ask('alter database pitboss allow_connections false', 'postgres');
        await primary.ask(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'pitboss'`,
          'postgres',
        );
      },
      end: () => primary.ask('alter database pitboss allow_connections true', 'postgres'),
    },
    { what: 'a node ends', alerts: ['PitbossNodeDown'], begin: () => second.end() },
  ];
}
