import type { Role } from '@pitboss/contract/auth';
import type { Endpoint } from '@pitboss/contract/endpoint';
import type { Actor } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';

const allowedRoles = {
  public: ['USER', 'ADMIN', 'SUPER'],
  players: ['USER'],
  operators: ['ADMIN', 'SUPER'],
  super: ['SUPER'],
  services: [],
} as const;

/** Suspended means read-only; leaving is always allowed. */
export function assertAllowed(endpoint: Endpoint, actor: Actor): void {
  const roles: readonly Role[] = allowedRoles[endpoint.allow];
  if (!roles.includes(actor.role)) {
    throw new Refusal('forbidden', 'You do not have permission to perform this action.');
  }
  const isChange = endpoint.effect !== 'read' && !endpoint.whileSuspended;
  if (actor.status === 'suspended' && isChange) {
    throw new Refusal('forbidden', 'Your account is suspended: you can look, but change nothing.');
  }
}
