import type { Endpoint } from '@pitboss/contract/endpoint';
import { expect } from 'vitest';
import { makeGame } from './game.ts';
import type { SampleRequest, Scene } from './sample.ts';
import { sampleRequest } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import type { Reply, TestApp } from './test-app.ts';

export interface Try extends Scene {
  endpoint: Endpoint;
  token: string | undefined;
  /** The service key that the caller sends, if any. */
  key?: 'good' | 'revoked' | 'garbage' | undefined;
}

/** Makes the call with its sample request and proves that a refusal changed nothing. */
export async function tryCall(
  app: TestApp,
  { endpoint, token, key, ...scene }: Try,
): Promise<Reply> {
  const request = await sampleRequest(app, endpoint.name, scene);
  const headers = key ? await keyHeaders(app, key, request) : {};
  const before = await snapshot(app.db);
  const reply = await app.call(endpoint, { token, ...request, headers });
  if (reply.status >= 400) expect(await snapshot(app.db)).toBe(before);
  return reply;
}

/** The key of the game server that runs the round in question; elsewhere any key that is good. */
async function keyHeaders(app: TestApp, key: Try['key'], { headers }: SampleRequest) {
  if (key === 'garbage') return { 'x-service-key': `pbk_${'x'.repeat(43)}` };
  const sent = headers['x-service-key'] ?? (await makeGame(app, { username: 'root' })).key;
  // Every sample has a key of its own, so no other call misses those that go with it.
  if (key === 'revoked') {
    await app.db.updateTable('service_keys').set({ revoked_at: new Date() }).execute();
  }
  return { 'x-service-key': sent };
}

/** What came of a call; 200 stands for its success, be it 200 or 201. */
export function outcome(endpoint: Endpoint, reply: Reply): number {
  return reply.status === endpoint.successStatus ? 200 : reply.status;
}
