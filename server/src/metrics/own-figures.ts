import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { calls, poolWaits, refusedSignIns, settlements } from '../kernel/signals.ts';

const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const waitBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2];
const settlementBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/** What the node knows of itself, as it happens. Answers with how to stop counting. */
export function keepOwnFigures(
  registry: Registry,
  version: string,
  pools: readonly string[],
): () => void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'pitboss_build_info',
    help: 'The release that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const stops = [
    countCalls(registers),
    countWaits(registers, pools),
    countSettlements(registers),
    countRefused(registers),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function countCalls(registers: Registry[]): () => void {
  const answered = new Counter({
    name: 'pitboss_calls_total',
    help: 'Calls that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const took = new Histogram({
    name: 'pitboss_call_seconds',
    help: 'How long calls took; streams are left out.',
    labelNames: ['method', 'route'],
    buckets: callBuckets,
    registers,
  });
  return calls.hear(({ method, route, status, seconds, isStream }) => {
    answered.inc({ method, route, status });
    if (!isStream) took.observe({ method, route }, seconds);
  });
}

function countWaits(registers: Registry[], pools: readonly string[]): () => void {
  const labelNames = ['pool'];
  const waited = new Histogram({
    name: 'pitboss_pool_wait_seconds',
    help: 'How long those waited for a connection who found none free.',
    labelNames,
    buckets: waitBuckets,
    registers,
  });
  const refused = new Counter({
    name: 'pitboss_pool_refused_total',
    help: 'Those who waited for a connection in vain.',
    labelNames,
    registers,
  });
  for (const pool of pools) {
    waited.zero({ pool });
    refused.inc({ pool }, 0);
  }
  return poolWaits.hear(({ pool, seconds, isRefused }) => {
    waited.observe({ pool }, seconds);
    if (isRefused) refused.inc({ pool });
  });
}

function countSettlements(registers: Registry[]): () => void {
  const took = new Histogram({
    name: 'pitboss_settlement_seconds',
    help: 'How long it took to settle a round, or to give it back.',
    buckets: settlementBuckets,
    registers,
  });
  const ended = new Counter({
    name: 'pitboss_bets_ended_total',
    help: 'Bets that settlements have ended.',
    registers,
  });
  return settlements.hear((settlement) => {
    took.observe(settlement.seconds);
    ended.inc(settlement.ended);
  });
}

function countRefused(registers: Registry[]): () => void {
  const refused = new Counter({
    name: 'pitboss_sign_ins_refused_total',
    help: 'Sign-ins that were refused, or slowed down before they were looked at.',
    labelNames: ['door', 'reason'],
    registers,
  });
  for (const door of ['auth', 'player']) {
    for (const reason of ['wrong', 'slowed']) refused.inc({ door, reason }, 0);
  }
  return refusedSignIns.hear(({ door, reason }) => refused.inc({ door, reason }));
}
