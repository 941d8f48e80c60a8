import { seededRandom } from '@pitboss/server/demo/random';
import { compare, readTransfers } from './check.ts';
import { runControls } from './controls.ts';
import type { DebianPlace } from './debian.ts';
import { cutAndKillLeader, hangLeader, hangPatroni, killEtcd, killLeader } from './faults.ts';
import { makePeople } from './load.ts';
import type { Platform } from './nodes.ts';
import { type Cluster, switchOver, untilLed } from './patroni.ts';
import { describeRound, faultsOf, type Round, runRound, type Stage } from './round.ts';

/** The longest that no write may be acknowledged, in seconds. */
const goals = { killed: 25, switchedOver: 5, etcdAway: 1 };
const etcdSeconds = 60;

/** Breaks the database under load in every way it must survive, and then without its guards. */
export async function testHa(
  place: DebianPlace,
  cluster: Cluster,
  platform: Platform,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<number> {
  console.log(`Seed ${seed}, ${rounds} rounds.`);
  const people = await makePeople(platform);
  const random = seededRandom(seed);
  const stage = { place, cluster, nodes: platform.nodes, people, seed, random };
  const rows = await runRows(stage, rounds);
  const controls = await runControls(stage);
  const lines = rows.map(({ rowHolds, ...row }) => {
    const control = controls[row.row];
    return { ...row, control, holds: rowHolds && control?.noticed };
  });
  for (const line of lines) console.log(JSON.stringify(line));
  const held = lines.filter(({ holds }) => holds).length;
  console.log(`${held} passed, ${lines.length - held} failed`);
  return held === lines.length ? 0 : 1;
}

async function runRows(stage: Stage, rounds: number): Promise<Row[]> {
  const { place, cluster, random } = stage;
  const some = (part: number) => Math.ceil(rounds / part);
  const loseEtcd = () => killEtcd(place, cluster, 1 + Math.floor(random() * 3), etcdSeconds);
  const killed = await repeat(stage, 'R3-killed', rounds, () => killLeader(place, cluster));
  const cut = await repeat(stage, 'R3-cut', some(10), () => cutAndKillLeader(place, cluster));
  const handed = await repeat(stage, 'R3-handed', some(4), () => handOver(cluster));
  const hung = await repeat(stage, 'R4-hung', rounds, () => hangLeader(place, cluster));
  const kept = await repeat(stage, 'R4-patroni', some(4), () => hangPatroni(cluster));
  const etcd = await repeat(stage, 'R5-etcd', some(10), loseEtcd);
  await compareAgain(stage, [killed, cut, handed, hung, kept, etcd].flat());
  return [
    rowOf(stage, 'R3', [...killed, ...cut, ...handed], {
      killed: gapsOf(killed, goals.killed),
      // The third machine may have more than the promoted one: taking that back takes time.
      cutAndKilled: gapsOf(cut),
      switchedOver: gapsOf(handed, goals.switchedOver),
    }),
    rowOf(stage, 'R4', [...hung, ...kept], { hung: gapsOf(hung), patroniHung: gapsOf(kept) }),
    rowOf(stage, 'R5', etcd, { etcdAway: gapsOf(etcd, goals.etcdAway) }),
  ];
}

interface Gaps {
  rounds: number;
  median: number;
  p95: number;
  max: number;
  limit?: number;
}

interface Row {
  row: string;
  seed: number;
  rounds: number;
  answers500: number;
  gapSeconds: Record<string, Gaps>;
  rowHolds: boolean;
}

const counted = [
  'acknowledged',
  'lost',
  'doubled',
  'wrong',
  'open',
  'refused',
  'loggedOut',
  'probes',
  'secondLeaders',
  'lostProbes',
  'reinits',
] as const;

async function handOver(cluster: Cluster): Promise<string> {
  const leader = await untilLed(cluster);
  await switchOver(cluster, leader);
  return `${leader.name} handed over to ${(await untilLed(cluster, leader)).name}`;
}

async function repeat(
  stage: Stage,
  name: string,
  count: number,
  fault: () => Promise<string>,
): Promise<Round[]> {
  const made: Round[] = [];
  for (let number = 1; number <= count; number++) {
    const round = await runRound(stage, `${name}-${stage.seed}-${number}`, { fault });
    console.log(describeRound(`${name} ${number}/${count}`, round));
    made.push(round);
  }
  return made;
}

/** What a later fault took away of an earlier round is lost as well. */
async function compareAgain({ cluster }: Stage, made: Round[]): Promise<void> {
  for (const round of made) {
    const { orders, tag } = round.load;
    Object.assign(round, compare(orders, await readTransfers(cluster, tag)));
  }
}

/** How long no write was acknowledged, in seconds; 19 of 20 must stay within the limit. */
function gapsOf(made: Round[], limit?: number): Gaps {
  const gaps = made.map(({ gap }) => gap).sort((a, b) => a - b);
  const at = (part: number) => Number(gaps[Math.ceil(gaps.length * part) - 1]?.toFixed(2));
  const gap = { rounds: gaps.length, median: at(0.5), p95: at(0.95), max: at(1) };
  return limit === undefined ? gap : { ...gap, limit };
}

function rowOf({ seed }: Stage, row: string, made: Round[], gaps: Record<string, Gaps>): Row {
  const sum = (name: (typeof counted)[number]) =>
    made.reduce((total, round) => total + round[name], 0);
  const counts = Object.fromEntries(counted.map((name) => [name, sum(name)]));
  const answers500 = made.reduce((total, { load }) => total + (load.statuses[500] ?? 0), 0);
  const isQuick = Object.values(gaps).every(({ p95, limit = p95 }) => p95 <= limit);
  const rowHolds = isQuick && made.every((round) => faultsOf(round).length === 0);
  const rounds = made.length;
  return { row, seed, rounds, ...counts, answers500, gapSeconds: gaps, rowHolds };
}
