import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/processes.mjs';
import { check, skip, type Tally } from './check.ts';
import { findProgram, runProgram } from './programs.ts';

const exposureMax = 2.5;

/** The unit as systemd itself reads it, and how much it leaves open. */
export function tryUnit(tally: Tally, folder: string): void {
  const analyze = findProgram('systemd-analyze');
  if (!analyze) {
    skip(tally, 'systemd', 'systemd');
    return;
  }
  const source = readFileSync(join(root, 'deploy', 'systemd', 'pitboss.service'), 'utf8');
  // The checkout is here and not in /opt; everything else stays as it is.
  const bin = join(folder, 'opt', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'pitboss'), '#!/bin/sh\n');
  chmodSync(join(bin, 'pitboss'), 0o755);
  const unit = join(folder, 'pitboss.service');
  writeFileSync(unit, source.replaceAll('/opt/pitboss', join(folder, 'opt')));
  const { code, output } = runProgram(analyze, ['verify', unit]);
  const about = output.split('\n').filter((line) => line.includes('pitboss'));
  check(tally, 'systemd-analyze verify', code === 0 && about.length === 0, about.join(' '));
  const security = ['security', '--offline=true', '--no-pager', unit];
  const scored = runProgram(analyze, security).output;
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(scored)?.[1] ?? '10');
  const what = `systemd-analyze security, at most ${exposureMax}`;
  check(tally, what, exposure <= exposureMax, String(exposure));
}

/** The log's rotation, which is read and not done. */
export function tryLogrotate(tally: Tally, folder: string): void {
  const logrotate = findProgram('logrotate');
  if (!logrotate) {
    skip(tally, 'logrotate', 'logrotate');
    return;
  }
  const source = readFileSync(join(root, 'deploy', 'logrotate', 'pitboss'), 'utf8');
  const logs = join(folder, 'log');
  mkdirSync(logs);
  const log = join(logs, 'node.log');
  writeFileSync(log, 'one line\n');
  const file = join(folder, 'logrotate.conf');
  writeFileSync(
    file,
    source.replace('/var/log/pitboss', logs).replace('su pitboss pitboss', 'su root root'),
  );
  chmodSync(file, 0o644);
  chmodSync(logs, 0o755);
  const args = ['-f', '-s', join(folder, 'logrotate.state'), file];
  const { code, output } = runProgram(logrotate, args);
  const isMoved = readFileSync(log, 'utf8') === '' && readFileSync(`${log}.1`, 'utf8') !== '';
  check(tally, 'logrotate leaves the open file in place', code === 0 && isMoved, output.trim());
}
