import { auth } from './auth.ts';
import { banks } from './banks.ts';
import { cashRequests } from './cash-requests.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events.ts';
import { health } from './health.ts';
import { maintenance } from './maintenance.ts';
import { player } from './player.ts';
import { reports } from './reports.ts';
import { support } from './support.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';

const byNoun = {
  health,
  auth,
  users,
  transactions,
  cashRequests,
  banks,
  reports,
  maintenance,
  events,
  support,
  player,
};

/** Every call of the platform: what the binding test, the permission matrix and the docs walk. */
export const all: Endpoint[] = Object.values(byNoun).flatMap((noun) => Object.values(noun));
