import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Facts, home } from './facts.ts';
import { codeOf, type Panel } from './panel.ts';
import type { SceneName } from './plan.ts';
import type { Shell } from './shell.ts';

export interface Stage {
  facts: Facts;
  panel: Panel;
  root: Shell;
  account: Shell;
  /** Puts a release with one more migration into the repository. */
  release(): Promise<void>;
  /** Takes everybody away from the machine. */
  close(): Promise<void>;
}

type Scene = (stage: Stage) => Promise<void>;

const usual = 'Correct-horse-1';
const ready = 'curl -fsS --retry 60 --retry-all-errors --retry-delay 1 http://127.0.0.1';

/** What people do between the boxes, and what must be so afterwards. */
export const scenes: Record<SceneName, Scene> = {
  'sign in': async ({ facts, panel, root }) => {
    const said = await must(root, 'grep ^SUPER_PASSWORD= /etc/pitboss/pitboss.env');
    facts.password = usual;
    // What was issued is SUPER's to give.
    await panel.signInAndChoose(said.split('=')[1] ?? '', facts.password, /1,000,000 USD/);
    const version = await must(root, 'runuser -u postgres -- psql -Atc "show server_version"');
    expect(version.startsWith(`${facts.postgres}.`), `PostgreSQL is ${version}`);
  },
  'rotate the log': async ({ panel, facts, root }) => {
    await panel.signIn(facts.password);
    // A call is logged when it is answered: its caller may be here first.
    const isLogged = 'grep -q "/api/auth/login" /var/log/pitboss/node.log';
    const untilLogged = `timeout 60 sh -c 'until ${isLogged}; do sleep 0.1; done'`;
    await must(root, untilLogged);
    const isMoved = 'test -s /var/log/pitboss/node.log.1 && test ! -s /var/log/pitboss/node.log';
    await must(root, `logrotate -f /etc/logrotate.d/pitboss && ${isMoved}`);
    await panel.signIn(facts.password);
    await must(root, untilLogged);
    const mode = await must(root, 'stat -c %a /var/log/pitboss');
    expect(mode === '750', `Everybody may look into /var/log/pitboss: ${mode}`);
  },
  people: async (stage) => {
    const token = await stage.panel.signIn(stage.facts.password);
    for (const username of ['anna', 'paul']) {
      const { _id } = await addClient(stage, username, token);
      await stage.panel.call(`/transactions/deposit/${_id}`, { amount: '100' }, token);
      if (username === 'anna') {
        const body = { status: 'locked', reason: 'Trial' };
        await stage.panel.call(`/clients/${_id}/status`, body, token);
      } else {
        await stage.panel.call(`/transactions/withdraw/${_id}`, { amount: '100' }, token);
      }
    }
  },
  stop: async ({ root }) => void (await must(root, 'systemctl stop pitboss')),
  start: async ({ root }) => void (await must(root, 'systemctl start pitboss')),
  // What is in no seal yet stays out of the archive.
  sealed: async ({ root }) => {
    const lags = "curl -fsS http://127.0.0.1:9464/metrics | grep '^pitboss_seal_lag_seconds'";
    const isOver = `${lags} | awk '$2 != 0 { left = 1 } END { exit NR == 0 || left }'`;
    await must(root, `until ${isOver}; do sleep 1; done`);
  },
  'look at seals': async ({ facts, root }) => {
    const said = await must(root, 'npm run books');
    const [, seal = ''] = /--seal (transfers:\d+:[0-9a-f]+)/.exec(said) ?? [];
    expect(seal !== '', `No seal was told: ${said}`);
    facts.seal = seal;
  },
  'sign in anew': async ({ facts, panel }) => {
    const [, password = ''] = /is now: (\S+)/.exec(facts.said) ?? [];
    await panel.signInAndChoose(password, usual, /\d USD/);
  },
  'second factor': async ({ facts, panel }) => {
    const token = await panel.signIn(facts.password);
    const { secret } = (await panel.call('/second-factor/begin', {}, token)) as { secret: string };
    await panel.call('/second-factor/confirm', { code: codeOf(secret) }, token);
    const isIn = await panel.signIn(facts.password).then(
      () => true,
      () => false,
    );
    expect(!isIn, 'The second factor is not asked for.');
  },
  'password alone': async ({ facts, panel }) => void (await panel.signIn(facts.password)),
  ready: async ({ facts, panel, root }) => {
    await must(root, `${ready}:3000/api/ready`);
    await panel.signIn(facts.password);
  },
  digest: async ({ facts, root }) => {
    facts.dumpDigest = await digestOf(root);
  },
  mistake: async (stage) => {
    const { facts, panel, root } = stage;
    facts.digest = await digestOf(root);
    facts.moment = new Date();
    await sleep(1_000);
    const token = await panel.signIn(facts.password);
    const { _id } = await addClient(stage, 'mistake', token);
    await panel.call(`/transactions/deposit/${_id}`, { amount: '999' }, token);
    expect((await digestOf(root)) !== facts.digest, 'Nothing was moved by mistake.');
  },
  'moment is back': async ({ facts, panel, root }) => {
    expect((await digestOf(root)) === facts.digest, 'It is not the ledger of that moment.');
    await panel.signIn(facts.password);
  },
  'as in the dump': async ({ facts, panel, root }) => {
    expect((await digestOf(root)) === facts.dumpDigest, 'It is not the ledger of the dump.');
    await panel.signIn(facts.password);
  },
  'new release': ({ release }) => release(),
  upgraded: async ({ facts, panel, root }) => {
    const sql = "select obj_description('rounds'::regclass)";
    const said = await must(root, `runuser -u postgres -- psql -d pitboss -Atc "${sql}"`);
    expect(said === 'Of the next release.', `The database is not of the new release: ${said}`);
    await panel.signIn(facts.password);
  },
  'as before': async ({ facts, panel, root }) => {
    expect((await digestOf(root)) === facts.dumpDigest, 'It is not the ledger of before.');
    await panel.signIn(facts.password);
  },
  embedded: async ({ account }) => {
    const settings = { DATA_DIR: `${home}/demo`, BACKUP_ARCHIVE: `${home}/archive` };
    const own = { ...settings, DEMO_BETS: '300', PORT: '3100', PGPASSFILE: '/etc/pitboss/pgpass' };
    const set = Object.entries(own).map(([key, value]) => `export ${key}=${value}`);
    await must(
      account,
      ['cd /opt/pitboss', ...set, `mkdir ${home}/archive ${home}/backups`].join('\n'),
    );
    const first = `echo $$ > ${home}/demo.pid; exec bin/pitboss > ${home}/demo.log 2>&1`;
    await must(account, `setsid sh -c '${first}' &\n${ready}:3100/api/ready`);
  },
  'embedded moment': async ({ facts, account }) => {
    const [, keep = ''] = /needed from ([0-9A-F]{24}) on/.exec(facts.said) ?? [];
    expect(keep !== '', `The backup names no file of the archive: ${facts.said}`);
    const identifier = await must(account, `ls ${home}/archive`);
    facts.archive = { identifier, keep };
    await must(account, 'npm run treasury -- issue USD 5');
    facts.moment = new Date();
    await sleep(1_000);
    await must(account, 'npm run treasury -- issue USD 7');
    // It is in the archive after a minute, whatever comes.
    const since = new Date().toISOString();
    const isThere = `find ${home}/archive -newermt '${since}' | grep -q .`;
    await must(account, `until ${isThere}; do sleep 1; done`);
  },
  'empty database': async ({ root, account }) => {
    await must(root, 'runuser -u postgres -- createdb -O pitboss moved');
    await must(account, 'cd /opt/pitboss');
  },
  'stop embedded': async ({ account }) => {
    const node = `$(cat ${home}/demo.pid)`;
    await must(account, `kill ${node}; while kill -0 ${node} 2> /dev/null; do sleep 0.2; done`);
  },
  'on the server': async ({ account }) => {
    const own = {
      DATABASE_URL: 'postgres://pitboss_node@127.0.0.1/moved',
      DATABASE_OWNER_URL: 'postgres://pitboss@127.0.0.1/moved',
    };
    const set = Object.entries(own).map(([key, value]) => `export ${key}=${value}`);
    await must(account, ['unset BACKUP_ARCHIVE', ...set].join('\n'));
  },
  'all is well': async ({ facts, panel, root }) => {
    const books = await must(root, 'npm run books');
    expect(books.includes('The books balance.'), books);
    const doctor = await must(root, 'npm run admin -- doctor --backups /backups');
    expect(doctor.includes('Nothing is wrong.'), doctor);
    await panel.signIn(facts.password);
  },
};

function addClient({ panel }: Stage, username: string, token: string): Promise<{ _id: string }> {
  const password = randomBytes(9).toString('hex');
  const body = { username, name: username, password, role: 'USER', currency: 'USD' };
  return panel.call('/users/create', body, token) as Promise<{ _id: string }>;
}

async function digestOf(root: Shell): Promise<string> {
  const said = await must(root, 'npm run backup -- --digest');
  const [digest] = /[0-9a-f]{64}/.exec(said) ?? [];
  if (!digest) throw new Error(`No digest was told: ${said}`);
  return digest;
}

async function must(shell: Shell, text: string): Promise<string> {
  const { isDone, output } = await shell.run(text);
  if (!isDone) throw new Error(`${text}\n${output}`);
  return output;
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
