import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@pitboss/testkit/free-port';
import { main, root, whenToldToStop } from '../../tools/processes.mjs';
import { assertRootOnDebian, makeDebian, must } from '../debian/make-debian.ts';
import { findProgram } from '../deploy/programs.ts';
import { type Box, readBoxes } from './boxes.ts';
import { type Facts, filledIn, home, newFacts } from './facts.ts';
import { bringMended, findKept, forget, keep } from './kept.ts';
import { boot, type Machine } from './machine.ts';
import { openPanel } from './panel.ts';
import { notWalked, type Step, walk } from './plan.ts';
import { addRelease, makeRepository } from './repository.ts';
import { type Stage, scenes } from './scenes.ts';
import { openShell, type Shell } from './shell.ts';

// `npm run handbook-trial` follows docs/operating.md word for word in a clean Debian with systemd,
// for each version of PostgreSQL. It needs root on Debian, and Debian's package slirp4netns.
// `-- --only 15` takes one of them, `--folder F` keeps what was fetched for the next time, and the
// machine where a walk stumbled: `--go-on` then goes on from there, with what was mended since.
const machines = [
  { postgres: 15, release: 'bookworm', hasNode: false },
  { postgres: 18, release: 'forky', hasNode: true },
];
type Wanted = (typeof machines)[number];

/** What a Debian that was installed as a server has. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'iproute2', 'procps'];
const limitMs = 7_200_000;
let closeAll = async () => {};
let isToldToStop = false;
whenToldToStop(() => {
  isToldToStop = true;
  void closeAll();
});

await main(async () => {
  const { only, folder, isGoingOn } = readArguments();
  assertRootOnDebian('The handbook is followed on a machine of its own');
  const place = folder ? resolve(folder) : mkdtempSync(join(tmpdir(), 'pitboss-handbook-'));
  let failed = 0;
  try {
    for (const wanted of machines.filter(({ postgres }) => only.includes(postgres))) {
      failed += await follow(wanted, { place, isKept: folder !== undefined, isGoingOn });
    }
  } finally {
    if (!folder) rmSync(place, { recursive: true, force: true });
  }
  for (const [box, why] of Object.entries(notWalked)) console.log(`not walked: ${box}: ${why}`);
  console.log(`${only.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      folder: { type: 'string' },
      'go-on': { type: 'boolean', default: false },
    },
  });
  const known = machines.map(({ postgres }) => postgres);
  const only = values.only?.split(',').map(Number) ?? known;
  if (only.some((one) => !known.includes(one))) throw new Error(`Choose of ${known.join(', ')}.`);
  const isGoingOn = values['go-on'];
  if (isGoingOn && !values.folder) throw new Error('Say with --folder where the walk was kept.');
  return { only, folder: values.folder, isGoingOn };
}

interface Where {
  place: string;
  /** Whether a machine where the walk stumbles is left running. */
  isKept: boolean;
  isGoingOn: boolean;
}

/** One walk to its end, from a clean machine or from where it stumbled; 1 where it stumbles. */
async function follow(wanted: Wanted, { place, isKept, isGoingOn }: Where): Promise<number> {
  console.log(`PostgreSQL ${wanted.postgres}, Debian ${wanted.release}:`);
  const before = findKept(place, wanted.postgres);
  if (isGoingOn && !before) throw new Error('There is no walk to go on with.');
  if (!isGoingOn) await before?.machine.close();
  const machine = before && isGoingOn ? before.machine : await bootClean(wanted, place);
  closeAll = machine.close;
  let leave = async () => {};
  const timer = setTimeout(() => void closeAll(), limitMs);
  try {
    const kept = isGoingOn ? before : undefined;
    if (kept) await bringMended(kept);
    const { facts, port, done } = kept ?? (await prepare(machine, wanted));
    const stage = await openStage(machine, facts, port);
    closeAll = async () => {
      await stage.close();
      await machine.close();
    };
    leave = stage.close;
    const boxes = readBoxes(readFileSync(join(root, 'docs', 'operating.md'), 'utf8'));
    for (const [index, step] of [...walk.entries()].slice(done)) {
      if (isKept) keep(place, { place: machine.place, facts, port, done: index });
      await take(step, { stage, boxes, wanted, machine });
    }
    forget(place, wanted.postgres);
    return 0;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    if (!isKept || isToldToStop) return 1;
    console.log(`It is left as it is: ${machine.enter.join(' ')} bash`);
    closeAll = leave;
    return 1;
  } finally {
    clearTimeout(timer);
    await closeAll();
  }
}

/** A machine as it comes from Debian's installation. */
async function bootClean({ release }: Wanted, place: string): Promise<Machine> {
  const base = join(place, release);
  const stamp = `${base}.complete`;
  if (!existsSync(stamp)) {
    rmSync(base, { recursive: true, force: true });
    await makeDebian({ folder: place, debian: base, release, packages });
    // A mirror may be a little behind; that its lists are signed is looked at all the same.
    const lasts = 'Acquire::Check-Valid-Until "false";\n';
    writeFileSync(join(base, 'etc', 'apt', 'apt.conf.d', 'valid-until'), lasts);
    // Nor must what is installed outlive a loss of power.
    writeFileSync(join(base, 'etc', 'dpkg', 'dpkg.cfg.d', 'quick'), 'force-unsafe-io\n');
    writeFileSync(stamp, '');
  }
  return boot(base, mkdtempSync(join(place, 'walk-')), join(place, `caches-${release}`));
}

async function prepare(machine: Machine, { postgres }: Wanted) {
  const port = await freePort();
  await machine.forward(443, port);
  await makeRepository(machine.share);
  return { facts: newFacts(postgres), port, done: 0 };
}

async function openStage(machine: Machine, facts: Facts, port: number): Promise<Stage> {
  let account: Shell | undefined;
  const panel = await openPanel(port);
  const own = openShell(machine);
  return {
    facts,
    panel,
    root: own,
    get account() {
      account ??= openShell(machine, { name: 'pitboss', home });
      return account;
    },
    release: () => addRelease(machine.share),
    close: async () => {
      own.close();
      account?.close();
      await panel.close();
    },
  };
}

interface Going {
  stage: Stage;
  boxes: Box[];
  wanted: Wanted;
  machine: Machine;
}

async function take(step: Step, { stage, boxes, wanted, machine }: Going): Promise<void> {
  const began = Date.now();
  const tell = (what: string) =>
    console.log(`ok     ${what} (${Math.round((Date.now() - began) / 1_000)} s)`);
  if ('scene' in step) {
    await scenes[step.scene](stage).catch((error: unknown) => {
      throw new Error(`STUMBLED at the scene "${step.scene}": ${error}`);
    });
    return tell(`  ${step.scene}`);
  }
  const box = boxes.find(({ name }) => name === step.box);
  if (!box) throw new Error(`The page has no box ${step.box}.`);
  if (box.name === 'node' && !wanted.hasNode) {
    await giveNode(machine);
    return tell('node: given, as the page says of this Debian');
  }
  const text = filledIn(box.text, step.put ?? [], stage.facts);
  const shell = step.isAccount ? stage.account : stage.root;
  const { isDone, output } = await shell.run(text, { isAsking: step.isAsking ?? false });
  stage.facts.said = output;
  if (!isDone || (step.says && !step.says.test(output))) {
    const why = isDone ? `it does not say ${step.says}` : 'it failed';
    throw new Error(`STUMBLED at docs/operating.md:${box.line} (${box.name}), ${why}:\n${output}`);
  }
  tell(box.name);
}

/** This machine's own, with its npm, as from an archive that was unpacked. */
async function giveNode(machine: Machine): Promise<void> {
  const [command = '', ...enter] = machine.enter;
  const [node, npm] = [findProgram('node'), findProgram('npm')];
  if (!node || !npm) throw new Error('There is no Node with npm on this machine to be given.');
  cpSync(node, join(machine.share, 'node'));
  cpSync(dirname(dirname(realpathSync(npm))), join(machine.share, 'npm'), { recursive: true });
  const script = [
    'install -m 0755 /handbook/node /usr/local/bin/node',
    'mkdir -p /usr/local/lib/node_modules && cp -r /handbook/npm /usr/local/lib/node_modules/',
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    'apt-get update',
  ].join(' && ');
  await must(command, [...enter, 'sh', '-c', script]);
}
