import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { freePort } from '@pitboss/testkit/free-port';
import { root } from '../../tools/processes.mjs';
import { check, ending, skip, type Tally } from './check.ts';
import { findProgram, runProgram } from './programs.ts';
import { trySite } from './site.ts';

interface Stage {
  tally: Tally;
  folder: string;
  /** host:port of the nodes behind. */
  nodes: string[];
  /** What the nodes have printed. */
  log: () => string;
}

const site = 'pitboss.example';
const limitMs = 30_000;
const seenAs = /"address":"127\.0\.0\.1"/;

/** nginx with our site, its ports and its certificate replaced. */
export async function tryNginx(stage: Stage): Promise<void> {
  const { tally, folder, nodes } = stage;
  const nginx = findProgram('nginx');
  if (!nginx) return skip(tally, 'nginx', 'nginx');
  makeCertificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const own = readFileSync(join(root, 'deploy', 'nginx', 'pitboss.conf'), 'utf8')
    .replaceAll('/etc/ssl/pitboss', folder)
    .replace(/^ {2}server 127\.0\.0\.1:3000/m, `  server ${nodes.join(';\n  server ')}`)
    .replace(/listen (\[::\]:)?80;/g, (_all, six) => (six ? '' : `listen 127.0.0.1:${plainPort};`))
    .replace(/listen (\[::\]:)?443/g, (_all, six) => `listen ${six ?? '127.0.0.1:'}${port}`)
    .replace(/^ {2}listen \[::\]:.*$/gm, '');
  writeFileSync(join(folder, 'site.conf'), own);
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\nevents {}\n` +
      `http {\n  access_log off;\n  include ${folder}/site.conf;\n}\n`,
  );
  const { code, output } = runProgram(nginx, ['-t', '-c', main]);
  check(tally, 'nginx -t', code === 0, code === 0 ? '' : output);
  if (code !== 0) return;
  const running = spawn(nginx, ['-c', main], { stdio: 'ignore' });
  await ending(
    tally,
    () => ended(running),
    async () => {
      await untilServed(port, running);
      await trySite({ ...stage, name: 'nginx', site, port, plainPort, seenAs });
    },
  );
}

/** Caddy with our site, by a certificate that it makes itself. */
export async function tryCaddy(stage: Stage): Promise<void> {
  const { tally, folder, nodes } = stage;
  const caddy = findProgram('caddy');
  if (!caddy) return skip(tally, 'caddy', 'caddy');
  const [port, plainPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const own = readFileSync(join(root, 'deploy', 'caddy', 'Caddyfile'), 'utf8');
  const file = join(folder, 'Caddyfile');
  const global = `{\n\tadmin 127.0.0.1:${adminPort}\n\thttp_port ${plainPort}\n\thttps_port ${port}
\tlocal_certs\n\tskip_install_trust\n}\n`;
  writeFileSync(file, `${global}${own}`);
  const env = {
    PITBOSS_SITE: `${site}:${port}`,
    PITBOSS_NODES: nodes.join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const config = ['--config', file, '--adapter', 'caddyfile'];
  const { code, output } = runProgram(caddy, ['validate', ...config], env);
  check(tally, 'caddy validate', code === 0, code === 0 ? '' : output.slice(-500));
  if (code !== 0) return;
  const running = spawn(caddy, ['run', ...config], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  await ending(
    tally,
    () => ended(running),
    async () => {
      await untilServed(port, running);
      await trySite({ ...stage, name: 'caddy', site, port, plainPort, seenAs });
    },
  );
}

function makeCertificate(folder: string): void {
  const [key, out] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${site}`, '-addext', `subjectAltName=DNS:${site}`];
  const { code, output } = runProgram('openssl', [
    ...args,
    ...subject,
    '-keyout',
    key,
    '-out',
    out,
  ]);
  if (code !== 0) throw new Error(`No certificate could be made: ${output}`);
}

async function untilServed(port: number, running: ChildProcess): Promise<void> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(100)) {
    if (running.exitCode !== null) break;
    if (await isServed(port, site)) return;
  }
  throw new Error(`The proxy at port ${port} is never there.`);
}

/** With a certificate for the name, which Caddy makes after it has begun to listen. */
export function isServed(port: number, name: string): Promise<boolean> {
  const options = { port, host: '127.0.0.1', servername: name, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const socket = connect(options, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function ended(running: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await gone;
}
