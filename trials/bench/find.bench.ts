import { readFile } from 'node:fs/promises';
import { must } from '@pitboss/testkit/http-client';
import pg from 'pg';
import { benchStage } from './bench-stage.ts';
import { openServer } from './database-server.ts';
import { type Figure, median } from './figure.ts';
import type { FilledStage } from './filled-stage.ts';
import type { Release } from './release.ts';

const goal = 20;
const rounds = 15;

/**
 * Clients among a million, by the whole name, by a part of it, by a word that all of them have and
 * by one that nobody has: the slowest of the four counts.
 */
export async function findClients(release: Release): Promise<Figure[]> {
  const server = await openServer();
  const stage = await benchStage(server, release, { operators: 1, clientsEach: 1 });
  const direct = new pg.Client({ connectionString: stage.databaseUrl });
  await direct.connect();
  try {
    await direct.query(await readFile(new URL('fill/fill-people.sql', import.meta.url), 'utf8'));
    // A word in every name: found by its beginning a million times.
    await direct.query(`update users set name = 'Common ' || name where role = 'USER'`);
    await direct.query('vacuum analyze');
    const { rows } = await direct.query(
      `select username from users where role = 'USER' and username ~ '^p'
       order by md5(username) limit $1`,
      [rounds],
    );
    const names: string[] = rows.map(({ username }) => username);
    const token = stage.operators[0]?.token ?? '';
    return [
      await slowestOf('find-clients', 'among a million clients', {
        name: () => timesOf(names, (name) => askFor(stage.port, token, name, name)),
        part: () => timesOf(names, (name) => askFor(stage.port, token, name.slice(2, 9), name)),
        common: () => timesOf(names, () => askFor(stage.port, token, 'common')),
        none: () => timesOf(names, (name) => askFor(stage.port, token, `${name}zzz`)),
      }),
    ];
  } finally {
    await direct.end();
    await stage.close();
    await server.close();
  }
}

/** Numbers of bets and of rows of statements among ten million bets. */
export async function findNumbers({ large }: FilledStage): Promise<Figure[]> {
  const { port } = large.node;
  const numbersOf = async (table: string) => {
    const { rows } = await large.direct.query(
      `select id from ${table} tablesample system (0.01) limit $1`,
      [rounds],
    );
    return rows.map(({ id }) => String(id));
  };
  const ask = (number: string) => askFor(port, large.tokens.SUPER, number);
  return [
    await slowestOf('find-numbers', 'among ten million bets', {
      bet: async () => timesOf(await numbersOf('bets'), ask),
      row: async () => timesOf(await numbersOf('entries'), ask),
    }),
  ];
}

async function askFor(port: number, token: string, q: string, first?: string): Promise<number> {
  const path = `/api/find?q=${encodeURIComponent(q)}`;
  const { ms, data } = await must(port, { method: 'GET', path, token });
  const names: string[] = data.clients.map(({ username }: { username: string }) => username);
  if (first && !names.includes(first)) throw new Error(`${q} did not find ${first}.`);
  return ms;
}

/** The first two warm it up. */
async function timesOf(asked: string[], ask: (words: string) => Promise<number>) {
  const times: number[] = [];
  for (const words of asked) times.push(await ask(words));
  return times.slice(2);
}

async function slowestOf(
  name: string,
  among: string,
  asked: Record<string, () => Promise<number[]>>,
): Promise<Figure> {
  const medians: { by: string; ms: number }[] = [];
  for (const [by, times] of Object.entries(asked)) medians.push({ by, ms: median(await times()) });
  const value = Math.max(...medians.map(({ ms }) => ms));
  return {
    name,
    value: Math.round(value * 10) / 10,
    unit: 'ms p50 at most',
    goal,
    holds: value <= goal,
    detail: `${medians.map(({ by, ms }) => `${by} ${ms.toFixed(1)} ms`).join(', ')}, ${among}`,
  };
}
