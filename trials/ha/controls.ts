import { cutAndKillLeader, hangPatroni, killEtcd } from './faults.ts';
import { type Load, send } from './load.ts';
import { configure, untilWhole } from './patroni.ts';
import { describeRound, type How, type Round, runRound, type Stage } from './round.ts';

const guarded = {
  synchronous_mode: true,
  synchronous_mode_strict: true,
  failsafe_mode: true,
  maximum_lag_on_failover: 1_048_576,
};
/** A standby that is behind may lead, and nobody waits for one. */
const unguarded = {
  synchronous_mode: false,
  synchronous_mode_strict: false,
  maximum_lag_on_failover: 268_435_456,
};
const etcdSeconds = 30;

/** What the guard is against, and whether it was noticed without it. */
export interface Control {
  noticed: boolean;
  [what: string]: number | boolean;
}

/** The same rounds with the guard off: what it guards against must happen, and be noticed. */
export async function runControls(stage: Stage): Promise<Record<string, Control>> {
  const { place, cluster } = stage;
  const lossy = await runControl(stage, 'R3', unguarded, {
    fault: () => cutAndKillLeader(place, cluster),
    spoil: sendWithoutKey,
    isSynchronous: false,
  });
  const split = await runControl(stage, 'R4', unguarded, {
    fault: () => hangPatroni(cluster),
    isSynchronous: false,
  });
  const away = await runControl(
    stage,
    'R5',
    { failsafe_mode: false },
    { fault: () => killEtcd(place, cluster, 1, etcdSeconds) },
  );
  const { lost, doubled } = lossy;
  const { secondLeaders } = split;
  return {
    R3: { lost, doubled, noticed: lost > 0 && doubled === 1 },
    R4: { secondLeaders, noticed: secondLeaders > 0 },
    R5: { gap: Number(away.gap.toFixed(2)), noticed: away.gap > 1 },
  };
}

async function runControl(stage: Stage, row: string, settings: object, how: How): Promise<Round> {
  const { cluster, seed } = stage;
  await configure(cluster, settings);
  await untilWhole(cluster, how);
  const round = await runRound(stage, `control-${row}-${seed}`, how);
  console.log(describeRound(`Control of ${row}, guard off`, round));
  await configure(cluster, guarded);
  await untilWhole(cluster);
  return round;
}

/** As a client would that made no key: an order that was done is sent once more. */
async function sendWithoutKey(load: Load): Promise<void> {
  const [order, address] = [load.orders.at(-1), load.addresses[0]];
  if (order && address) await send(load, order, address, '');
}
