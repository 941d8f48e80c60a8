import { multipliers } from '@pitboss/contract/multipliers';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { afterAll } from 'vitest';
import { makeGame } from './game.ts';
import { type TestApp, testApp } from './test-app.ts';

/** Four bands within the usual rules: min, max and probability as the wire has them. */
export const fourBands: [number, number, number][] = [
  [1, 2, 50],
  [2, 5, 30],
  [5, 10, 14],
  [10, 50, 4],
];

/** Works on the draft as SUPER does in the panel. */
export function bandsOf(app: TestApp, { token }: TestPerson) {
  const add = (min: unknown, max: unknown, probability: unknown) =>
    app.call(multipliers.add, { token, raw: { min, max, probability } });
  const remove = (id: bigint) => app.call(multipliers.remove, { token, params: { id } });
  const list = async () => (await app.call(multipliers.list, { token })).data;
  return {
    add,
    remove,
    list,
    table: async () => (await app.call(multipliers.table, { token })).data,
    versions: async (raw: object = {}) =>
      (await app.call(multipliers.versions, { token, raw })).data,
    /** The draft has these bands and no other. */
    draft: async (bands: [number, number, number][]) => {
      for (const { _id } of await list()) await remove(_id);
      for (const band of bands) await add(...band);
    },
    publish: (raw: object = { reason: 'A better table' }, headers: Record<string, string> = {}) =>
      app.call(multipliers.publish, { token, raw, headers }),
    take: (id: bigint) => app.call(multipliers.takeVersion, { token, params: { id } }),
  };
}

/** A platform with its SUPER, a game server and the draft, until the tests of a file are over. */
export async function platformWithDraft() {
  const app = await testApp();
  afterAll(() => app.close());
  const root = await makeSuper(app);
  return { app, root, server: await makeGame(app, root), bands: bandsOf(app, root) };
}
