import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterOf, startEtcd, startPatroni } from './database.ts';
import { type DebianPlace, signal } from './debian.ts';
import { type Cluster, type Member, untilLed } from './patroni.ts';

/** The machine that leads is gone: its Patroni and every process of its PostgreSQL, together. */
export async function killLeader(place: DebianPlace, cluster: Cluster): Promise<string> {
  const leader = await untilLed(cluster);
  await killMember(place, leader);
  const next = await untilLed(cluster, leader);
  leader.part = startPatroni(place, cluster, leader);
  return `${leader.name} killed, ${next.name} leads`;
}

async function killMember(place: DebianPlace, member: Member): Promise<void> {
  for (const pid of processesOf(place, member)) signal(pid, 'SIGKILL');
  await member.part?.stop();
}

/** The machine that leads stands still, and wakes up when another has led for five seconds. */
export async function hangLeader(place: DebianPlace, cluster: Cluster): Promise<string> {
  const leader = await untilLed(cluster);
  const pids = processesOf(place, leader, 'SIGSTOP');
  return `${leader.name} hung, ${await wakeLater(cluster, leader, pids)} leads`;
}

/** Only the keeper stands still: its PostgreSQL goes on as if it still led. */
export async function hangPatroni(cluster: Cluster): Promise<string> {
  const leader = await untilLed(cluster);
  const pid = leader.part?.pid ?? 0;
  if (pid === 0) throw new Error(`${leader.name} has no Patroni.`);
  signal(pid, 'SIGSTOP');
  const next = await wakeLater(cluster, leader, [pid]);
  return `Patroni of ${leader.name} hung, ${next} leads`;
}

async function wakeLater(cluster: Cluster, leader: Member, pids: number[]): Promise<string> {
  try {
    const next = await untilLed(cluster, leader);
    await sleep(5_000);
    return next.name;
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT');
  }
}

/** The leader is cut off from its standbys, goes on alone for a moment, and dies. */
export async function cutAndKillLeader(place: DebianPlace, cluster: Cluster): Promise<string> {
  const leader = await untilLed(cluster);
  const senders = childrenOf(postmasterOf(place, leader)).filter((pid) =>
    readProc(pid, 'cmdline').includes('walsender'),
  );
  // Stopped on this side, nothing more is under way when the leader dies.
  for (const pid of senders) signal(pid, 'SIGSTOP');
  await sleep(500);
  return `${senders.length} standbys cut off; ${await killLeader(place, cluster)}`;
}

/** Two of three etcd are gone for a while, so that nobody can renew or take the leader's key. */
export async function killEtcd(
  place: DebianPlace,
  cluster: Cluster,
  spared: number,
  seconds: number,
): Promise<string> {
  const gone = cluster.etcds.filter(({ number }) => number !== spared);
  for (const { part } of gone) {
    if (!part) continue;
    signal(part.pid, 'SIGKILL');
    await part.stop();
  }
  await sleep(seconds * 1000);
  for (const etcd of gone) etcd.part = startEtcd(place, cluster, etcd.number);
  return `etcd ${gone.map(({ number }) => number).join(' and ')} away for ${seconds} s`;
}

/** Patroni first, so that it cannot act on what happens to the rest; each is sent the signal. */
function processesOf(place: DebianPlace, member: Member, name?: NodeJS.Signals): number[] {
  const tell = (pid: number) => {
    if (name && pid > 0) signal(pid, name);
  };
  const postmaster = postmasterOf(place, member);
  const keeper = member.part?.pid ?? 0;
  tell(keeper);
  tell(postmaster);
  // Listed after their parent stands still: none is born in between.
  const children = childrenOf(postmaster);
  children.forEach(tell);
  return [keeper, postmaster, ...children].filter((pid) => pid > 0);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    const parentPid = readProc(pid, 'stat').split(') ').at(-1)?.split(' ')[1];
    return parent > 0 && Number(parentPid) === parent;
  });
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
