import { createHash } from 'node:crypto';
import { ask, must } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { type Case, type Place, shortId } from './case.ts';

const rounds = 12;

/** The built-in table that returns 97 %, as it stands in the hash that every draw is made with. */
const builtInOf97 = createHash('sha256').update('default:970000').digest('hex');

async function addBand({ port, root }: Place, body: object): Promise<string> {
  const { data } = await must(port, { path: '/api/multiplier/add', token: root, body });
  return String(data._id);
}

/** How many of a dozen new rounds were drawn to crash at once. */
async function crashedAtOnce(place: Place): Promise<number> {
  const call = await place.game();
  let crashed = 0;
  for (let turn = 0; turn < rounds; turn++) {
    const { round } = (await call('', { ref: shortId() })).data;
    const { rows } = await sql<{ isAtOnce: boolean }>`
      select drawn_hundredths = 100 as "isAtOnce" from rounds where id = ${round}`.execute(
      place.target.db,
    );
    if (rows[0]?.isAtOnce) crashed += 1;
    await call(`/${round}/void`, {});
  }
  return crashed;
}

/** SUPER lowers the limit below the built-in table, and adds a band that hardly a round meets. */
const odds: Case = {
  row: 'C14',
  name: 'odds',
  settings: { RTP_LIMIT_PERCENT: '90' },
  run: async (place) => {
    const { port, root } = place;
    const open: string[] = [];
    const { data } = await must(port, { path: '/api/multiplier/table', token: root });
    const hash = data.hash ?? data.inPlay?.hash;
    if (hash === builtInOf97) open.push('Under a limit of 90 % rounds return 97 %.');
    const band = await addBand(place, { min: 1, max: 1.01, probability: 0.0001 });
    const publish = { path: '/api/multiplier/publish', token: root, body: { reason: 'Try' } };
    const { status } = await ask(port, publish);
    const crashed = await crashedAtOnce(place);
    if (crashed === rounds) open.push(`All of ${rounds} rounds crash at 1.00.`);
    await must(port, { method: 'DELETE', path: `/api/multiplier/delete/${band}`, token: root });
    const told = status === 404 ? '' : `, publishing it is answered ${status}`;
    return { tries: rounds, open, seen: `${crashed} of ${rounds} rounds crash at 1.00${told}` };
  },
};

export const oddsCases = [odds];
