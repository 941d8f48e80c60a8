import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

interface Ran {
  /** Whether every command ended well. */
  isDone: boolean;
  output: string;
}

interface Further {
  /** Whether it asks before it goes on; the word it asks for is then written. */
  isAsking?: boolean;
  limitMs?: number;
}

/** A person at a terminal of the machine: where it is and what it has set stays from box to box. */
export interface Shell {
  run(text: string, further?: Further): Promise<Ran>;
  close(): void;
}

// A machine that others work on, too, takes its time over packages.
const usualMs = 1_800_000;
const settings = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  // The account has none to sign in with.
  SHELL: '/bin/bash',
  // Nobody is there to turn pages.
  PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** Whom this machine's own Node trusts besides, where packages come through a proxy. */
function trusted({ share }: Machine): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: own } = process.env;
  if (!own) return {};
  copyFileSync(own, join(share, 'trusted.crt'));
  return { NODE_EXTRA_CA_CERTS: '/handbook/trusted.crt' };
}

/** As root, or as an account with its home. */
export function openShell(machine: Machine, account?: { name: string; home: string }): Shell {
  const [command = '', ...enter] = machine.enter;
  const as = account ? ['runuser', '-u', account.name, '--'] : [];
  const set = Object.entries({ ...settings, ...trusted(machine) }).map(
    ([key, value]) => `${key}=${value}`,
  );
  const bash = 'bash --norc --noprofile --noediting';
  const args = [...enter, 'env', '-i', ...set, ...as, 'script', '-qefc', bash, '/dev/null'];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
      heard();
    });
  }
  let isEnded = false;
  child.once('exit', () => {
    isEnded = true;
    heard();
  });
  child.stdin.on('error', () => {});
  const say = (line: string) => void child.stdin.write(`${line}\n`);
  say(`stty -echo; PS1= PS2=; export HOME=${account?.home ?? '~root'}; cd; set -o pipefail`);
  // Where an earlier one of this walk was and what it had set.
  const kept = `/tmp/shell-of-${account?.name ?? 'root'}`;
  say(`if [ -f ${kept} ]; then . ${kept}; fi`);
  let count = 0;

  const run = (text: string, { isAsking = false, limitMs = usualMs }: Further = {}) => {
    const own = `${account?.name ?? 'root'}-${process.pid}-${++count}`;
    writeFileSync(join(machine.share, `${own}.sh`), `${text}\n`);
    output = '';
    const [begin, end] = [`box ${count} begins`, `box ${count} is done`];
    // The first command that fails ends the shell, and with it the walk.
    const lines = [
      `echo "box ${count}" begins; set -e; . /handbook/${own}.sh; set +e`,
      `{ export -p; echo "cd '$PWD'"; } > ${kept}`,
      `echo; echo "box ${count} is" done`,
    ];
    writeFileSync(join(machine.share, `${own}.box`), `${lines.join('\n')}\n`);
    // In one line: a command that asks would take a second one for its answer.
    say(`. /handbook/${own}.box`);
    let isAnswered = !isAsking;
    return new Promise<Ran>((resolve) => {
      const finish = (isDone: boolean, more = '') => {
        clearTimeout(timer);
        heard = () => {};
        // A new terminal repeats what is typed until it is told not to.
        const said = output.split(begin).at(-1) ?? '';
        const clean = said.replaceAll('\r', '').replace(end, '').trim();
        resolve({ isDone: isDone && isAnswered, output: `${clean}${more}` });
      };
      const timer = setTimeout(() => finish(false, '\n(no end in sight)'), limitMs);
      heard = () => {
        const [, word] = /Write (\S+) to go ahead: $/.exec(output) ?? [];
        if (word && !isAnswered) {
          isAnswered = true;
          say(word);
        }
        if (output.includes(end)) finish(true, isAnswered ? '' : '\n(it did not ask)');
        else if (isEnded) finish(false);
      };
      heard();
    });
  };
  return { run, close: () => void child.kill('SIGHUP') };
}
