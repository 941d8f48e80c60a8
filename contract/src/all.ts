import { auth } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { health } from './health.ts';
import { maintenance } from './maintenance.ts';
import { reports } from './reports.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';

const byNoun = { health, auth, users, transactions, reports, maintenance };

/** Every call of the platform: what the binding test, the permission matrix and the docs walk. */
export const all: Endpoint[] = Object.values(byNoun).flatMap((noun) => Object.values(noun));
