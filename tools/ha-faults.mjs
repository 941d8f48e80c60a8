import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterOf, startEtcd, startPatroni } from './ha-database.mjs';
import { signal } from './ha-debian.mjs';
import { untilLed } from './ha-patroni.mjs';

/** The machine that leads is gone: its Patroni and every process of its PostgreSQL, at once. */
export async function killLeader(place, cluster) {
  const leader = await untilLed(cluster);
  await killMember(place, leader);
  const next = await untilLed(cluster, leader);
  leader.part = startPatroni(place, cluster, leader);
  return `${leader.name} killed, ${next.name} leads`;
}

async function killMember(place, member) {
  for (const pid of processesOf(place, member)) signal(pid, 'SIGKILL');
  await member.part.stop();
}

/** The machine that leads stands still, and wakes up when another has led for five seconds. */
export async function hangLeader(place, cluster) {
  const leader = await untilLed(cluster);
  const pids = processesOf(place, leader, 'SIGSTOP');
  return `${leader.name} hung, ${await wakeLater(cluster, leader, pids)} leads`;
}

/** Only the keeper stands still: its PostgreSQL goes on as if it still led. */
export async function hangPatroni(cluster) {
  const leader = await untilLed(cluster);
  signal(leader.part.pid, 'SIGSTOP');
  const next = await wakeLater(cluster, leader, [leader.part.pid]);
  return `Patroni of ${leader.name} hung, ${next} leads`;
}

async function wakeLater(cluster, leader, pids) {
  try {
    const next = await untilLed(cluster, leader);
    await sleep(5_000);
    return next.name;
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT');
  }
}

/** The leader is cut off from its standbys, goes on alone for a moment, and dies. */
export async function cutAndKillLeader(place, cluster) {
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
export async function killEtcd(place, cluster, spared, seconds) {
  const numbers = [1, 2, 3].filter((number) => number !== spared);
  for (const number of numbers) {
    signal(cluster.etcd[number - 1].pid, 'SIGKILL');
    await cluster.etcd[number - 1].stop();
  }
  await sleep(seconds * 1000);
  for (const number of numbers) cluster.etcd[number - 1] = startEtcd(place, cluster, number);
  return `etcd ${numbers.join(' and ')} away for ${seconds} s`;
}

/** Patroni first, so that it cannot act on what happens to the rest; each is sent the signal. */
function processesOf(place, { part, ...member }, name) {
  const tell = (pid) => name && signal(pid, name);
  const postmaster = postmasterOf(place, member);
  tell(part.pid);
  tell(postmaster);
  // Listed after their parent stands still: none is born in between.
  const children = childrenOf(postmaster);
  children.forEach(tell);
  return [part.pid, postmaster, ...children].filter((pid) => pid > 0);
}

function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    const parentPid = readProc(pid, 'stat').split(') ').at(-1).split(' ')[1];
    return parent > 0 && Number(parentPid) === parent;
  });
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
