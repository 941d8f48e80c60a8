import type { Endpoint } from '@pitboss/contract/endpoint';
import { expect } from 'vitest';
import { type Scene, sampleRequest } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import type { Reply, TestApp } from './test-app.ts';

export interface Try extends Scene {
  endpoint: Endpoint;
  token: string | undefined;
}

/** Makes the call with its sample request and proves that a refusal changed nothing. */
export async function tryCall(app: TestApp, { endpoint, token, ...scene }: Try): Promise<Reply> {
  const request = await sampleRequest(app, endpoint.name, scene);
  const before = await snapshot(app.db);
  const reply = await app.call(endpoint, { token, ...request });
  if (reply.status >= 400) expect(await snapshot(app.db)).toBe(before);
  return reply;
}

/** What came of a call; 200 stands for its success, be it 200 or 201. */
export function outcome(endpoint: Endpoint, reply: Reply): number {
  return reply.status === endpoint.successStatus ? 200 : reply.status;
}
