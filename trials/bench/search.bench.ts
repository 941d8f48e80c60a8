import { readFile } from 'node:fs/promises';
import { must } from '@pitboss/testkit/http-client';
import pg from 'pg';
import { benchStage } from './bench-stage.ts';
import { openServer } from './database-server.ts';
import { type Figure, median } from './figure.ts';
import type { Release } from './release.ts';

const goal = 20;
const rounds = 15;

/** Clients by a part of their name among a million, and their requests by username. */
export async function search(release: Release): Promise<Figure[]> {
  const server = await openServer();
  const stage = await benchStage(server, release, { operators: 1, clientsEach: 1 });
  const direct = new pg.Client({ connectionString: stage.databaseUrl });
  await direct.connect();
  try {
    await direct.query(await readFile(new URL('fill/fill-people.sql', import.meta.url), 'utf8'));
    await direct.query('vacuum analyze');
    const { rows } = await direct.query(
      `select username from users where role = 'USER' and mod(id, 10) = 0 and username ~ '^p'
       order by md5(username) limit $1`,
      [rounds + 2],
    );
    const names: string[] = rows.map(({ username }) => username);
    const token = stage.operators[0]?.token ?? '';
    const ask = async (path: string, value: string, field: string) => {
      const body = { draw: 1, start: 0, length: 20, search: { value } };
      const extra = path.includes('request') ? { type: 'all', status: 'all' } : {};
      const { ms, data } = await must(stage.port, {
        path: path,
        token: token,
        body: { ...body, ...extra },
      });
      const found: unknown =
        field === 'user' ? data.data[0]?.user.username : data.data[0]?.username;
      if (!String(found).includes(value)) throw new Error(`${path} did not find ${value}.`);
      return ms;
    };
    const users: number[] = [];
    const requests: number[] = [];
    for (const [turn, name] of names.entries()) {
      // Seven letters from the middle: a part that few names hold.
      const byPart = await ask('/api/users/get', name.slice(2, 9), 'username');
      const byName = await ask('/api/banking/users/request/dw', name, 'user');
      if (turn < 2) continue;
      users.push(byPart);
      requests.push(byName);
    }
    return [figureOf('search-users', users), figureOf('search-requests', requests)];
  } finally {
    await direct.end();
    await stage.close();
    await server.close();
  }
}

function figureOf(name: string, times: number[]): Figure {
  const value = median(times);
  return {
    name,
    value: Math.round(value * 10) / 10,
    unit: 'ms p50',
    goal,
    holds: value <= goal,
    detail: `slowest ${Math.max(...times).toFixed(1)} ms, among a million clients`,
  };
}
