import { tryAsk } from '@pitboss/testkit/http-client';
import type { Settings, World } from './world.ts';

/** One use of the command while the platform is used, and what must be so after it. */
export interface Step {
  /** What follows `npm run admin --`. */
  words: string[];
  /** Settings besides those of the nodes. */
  more?: Settings;
  /** Answers besides good ones that calls may have meanwhile. */
  allowed: number[];
  /** The same of all calls while what follows it is done: nodes that are started anew. */
  allowedAfter?: number[];
  /** Answers with what is wrong, if anything is. */
  after?(said: string): Promise<string[]>;
}

export type MakeStep = (world: World) => Promise<Step>;

/** Nobody notices. */
export const unnoticed: number[] = [];
/** Not now; and while nodes are started anew the proxy may have hung up. */
export const notNow = [503];
export const restarted = [503, 0];

export const isIn = async (world: World, username: string, secret: string) =>
  (
    await tryAsk(world.address, {
      path: '/api/auth/login',
      body: { username, password: secret },
    })
  ).status === 200;

export const unless = (isRight: boolean, what: string) => (isRight ? [] : [what]);
