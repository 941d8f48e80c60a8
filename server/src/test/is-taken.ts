import type { Endpoint } from '@pitboss/contract/endpoint';
import { understood } from '@pitboss/contract/understood';
import * as z from 'zod/mini';

/** Whether the contract takes this body, in whatever form it says it. */
export function isTaken({ body }: Endpoint, raw: unknown): boolean {
  return z.safeDecode(body, understood(body, raw) as never).success;
}
