import type { TestPerson } from '@pitboss/testkit/people';
import type { TestApp } from './test-app.ts';

export interface SampleRequest {
  params: Record<string, string>;
  raw: Record<string, unknown>;
  files: Record<string, Buffer>;
  /** The service key, where a game server calls. */
  headers: Record<string, string>;
}

/** Who is there when a request is made. */
export interface Scene {
  actor: TestPerson;
  /** A client of `actor` with money, or in the players' calls the one who acts. */
  target: TestPerson;
  /** Whose bank, support entry or cash request the call is about, where not the obvious one's. */
  owner?: TestPerson;
}

export type Sample = (
  app: TestApp,
  scene: Scene,
) => Partial<SampleRequest> | Promise<Partial<SampleRequest>>;

/** What was made for its owner; of one who is not there the id itself stands for it. */
export function objectOf(owner: TestPerson, make: () => Promise<bigint>): bigint | Promise<bigint> {
  return owner.username === 'nobody' ? owner.id : make();
}

export function byPath(id: bigint): Partial<SampleRequest> {
  return { params: { id: String(id) } };
}
