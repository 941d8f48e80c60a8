import { activity } from './activity.ts';
import { auth } from './auth.ts';
import { banks } from './banks.ts';
import { bets } from './bets.ts';
import { calls } from './calls.ts';
import { cashRequests } from './cash-requests.ts';
import { clients } from './clients.ts';
import { dashboard } from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events.ts';
import { find } from './find.ts';
import { game } from './game.ts';
import { health } from './health.ts';
import { history } from './history.ts';
import { live } from './live.ts';
import { maintenance } from './maintenance.ts';
import { multipliers } from './multipliers.ts';
import { notifications } from './notifications.ts';
import { playReports } from './play-reports.ts';
import { player } from './player.ts';
import { reports } from './reports.ts';
import { rounds } from './rounds.ts';
import { secondFactor } from './second-factor.ts';
import { security } from './security.ts';
import { serviceKeys } from './service-keys.ts';
import { sessions } from './sessions.ts';
import { support } from './support.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';

const byNoun = {
  health,
  auth,
  sessions,
  calls,
  secondFactor,
  security,
  users,
  clients,
  transactions,
  cashRequests,
  history,
  activity,
  find,
  banks,
  rounds,
  bets,
  reports,
  playReports,
  dashboard,
  multipliers,
  maintenance,
  live,
  notifications,
  events,
  support,
  player,
  serviceKeys,
  game,
};

/** Every call of the platform: what the binding test, the permission matrix and the docs walk. */
export const all: Endpoint[] = Object.values(byNoun).flatMap((noun) => Object.values(noun));

type Nouns = typeof byNoun;
type Call = { [Noun in keyof Nouns]: Nouns[Noun][keyof Nouns[Noun]] }[keyof Nouns];

/** What calls are about, and what the record is kept of. */
export type Kind = Call['about']['kind'];
