import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { Settings } from './settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** systemd sets them for the node by itself. */
const unsaid = new Set(['NOTIFY_SOCKET', 'WATCHDOG_USEC']);
const settings = Object.keys(Settings.shape).filter((name) => !unsaid.has(name));

/** What stands in those files for somebody else: PostgreSQL, its image, compose and the proxy. */
const others = new Set([
  'POSTGRES_PASSWORD',
  'PITBOSS_OWNER_PASSWORD',
  'PITBOSS_NODE_PASSWORD',
  'PITBOSS_SITE',
  'PITBOSS_NODES',
  'PGPASSFILE',
]);

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test.each([
  ['deploy/systemd/pitboss.env.example', /^([A-Z_]+)=/gm],
  ['deploy/systemd/pitboss.service', /^Environment=([A-Z_]+)=/gm],
  ['deploy/container/pitboss.env.example', /^([A-Z_]+)=/gm],
  ['deploy/container/compose.yaml', /^ +([A-Z_]+): /gm],
  ['deploy/container/Containerfile', /(?:^ENV | )([A-Z]+)=\S/gm],
])('%s names settings that there are', (path, pattern) => {
  const named = namesIn(read(path), pattern).filter((name) => !others.has(name));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !settings.includes(name) && name !== 'BASE')).toEqual([]);
});

test('an example of settings is one that a node starts with, once it is filled in', () => {
  const lines = namesIn(read('deploy/systemd/pitboss.env.example'), /^([A-Z_]+=.*)$/gm);
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  expect(readConfig(env)).toMatchObject({ proxies: 1, demo: false, stopGraceMs: 2_000 });
});

test('what compose is told by its file of settings is all that it asks for', () => {
  const asked = namesIn(read('deploy/container/compose.yaml'), /\$\{([A-Z_]+)\}/g);
  const told = namesIn(read('deploy/container/pitboss.env.example'), /^([A-Z_]+)=/gm);
  expect([...new Set(asked)].sort()).toEqual(told.sort());
});

test('the handbook lists every setting, and no other', () => {
  const [, table = ''] = /^## Settings$([\s\S]*?)^## /m.exec(read('docs/operating.md')) ?? [];
  const cells = namesIn(table, /^\| (`[^|]+) \|/gm).join(' ');
  expect(namesIn(cells, /`([A-Z_]+)`/g).sort()).toEqual([...settings].sort());
});

test('proxies overwrite what a client says of itself, take 6 MB and hold no stream back', () => {
  const nginx = read('deploy/nginx/pitboss.conf');
  for (const line of [
    'client_max_body_size 6m;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
  ]) {
    expect(nginx).toContain(line);
  }
  expect(nginx).toMatch(/location = \/api\/live \{[^}]*proxy_buffering off;/);
  // A location that sets one header for itself loses all of these.
  expect(nginx.match(/location [^{]*\{[^}]*\}/g)?.join('')).not.toContain('proxy_set_header');
  const caddy = read('deploy/caddy/Caddyfile');
  for (const line of ['max_size 6MB', 'X-Forwarded-For {remote_host}', 'flush_interval -1']) {
    expect(caddy).toContain(line);
  }
});

test('the handbook says of each alert what it means, and whether the bell rings too', () => {
  const alerts = namesIn(read('deploy/prometheus/pitboss.rules.yml'), /- alert: (\w+)/g);
  const handbook = read('docs/operating.md');
  expect(alerts.length).toBeGreaterThan(15);
  expect(alerts.filter((alert) => !handbook.includes(`\`${alert}\``))).toEqual([]);
});

test('what deploy holds as a program may be run', () => {
  const folder = join(root, 'deploy', 'container');
  const programs = readdirSync(folder).filter((name) =>
    /^#!/.test(read(`deploy/container/${name}`)),
  );
  expect(programs.sort()).toEqual(['make-roles.sh', 'make-runtime']);
  for (const name of programs) expect(statSync(join(folder, name)).mode & 0o111).toBe(0o111);
});
