import type { Caller } from './callers.ts';
import { ownDecisions } from './own-resources.ts';
import type { Relation } from './relatives.ts';

export type Row<K extends string> = Record<K, number>;

/** 200 stands for the success of the call, be it 200 or 201. */
const ended = { none: 401, garbage: 401, ended: 401, locked: 401, deleted: 401 };
/** A service key is no session: it opens no call but those of game servers. */
const byKey = { key: 401, revokedKey: 401, garbageKey: 401 };
const dead = { ...ended, ...byKey, belowLocked: 401, belowDeleted: 401 };
const barred = { locked: 403, deleted: 403, belowLocked: 403, belowDeleted: 403 };
const withoutSession = { none: 200, garbage: 200, ended: 200 };
const signedOut = { ...withoutSession, key: 200, revokedKey: 200, garbageKey: 200 };
const may = { suspended: 200, belowSuspended: 200 };
const mayNot = { suspended: 403, belowSuspended: 403 };
const operators = { USER: 403, ADMIN: 200, SUPER: 200 };
const players = { USER: 200, ADMIN: 403, SUPER: 403 };

/**
 * Who may make a call. In the players' rows the suspended, locked and deleted ones are clients,
 * in all others they are operators.
 */
export const byAccess: Record<string, Row<Caller>> = {
  anyone: {
    ...signedOut,
    USER: 200,
    ADMIN: 200,
    SUPER: 200,
    ...may,
    locked: 200,
    deleted: 200,
    belowLocked: 200,
    belowDeleted: 200,
  },
  /** The password is right each time: whether the account may enter by this door decides. */
  signIn: { ...signedOut, ...operators, ...may, ...barred },
  leave: { ...dead, ...operators, ...may },
  look: { ...dead, ...operators, ...may },
  change: { ...dead, ...operators, ...mayNot },
  superLook: { ...dead, USER: 403, ADMIN: 403, SUPER: 200, ...mayNot },
  superChange: { ...dead, USER: 403, ADMIN: 403, SUPER: 200, ...mayNot },
  playerSignIn: { ...signedOut, ...players, ...may, ...barred },
  playerLeave: { ...dead, ...players, ...may },
  playerLook: { ...dead, ...players, ...may },
  playerChange: { ...dead, ...players, ...mayNot },
  service: {
    ...dead,
    USER: 401,
    ADMIN: 401,
    SUPER: 401,
    suspended: 401,
    belowSuspended: 401,
    key: 200,
  },
};

/** Nobody outside of the branch is there; neither is what stands below a deleted account. */
const strangers = { parent: 404, top: 404, sibling: 404, nephew: 404, otherBranch: 404 };
const nobody = { unknown: 404, malformed: 400 };
const outside = { ...strangers, ...nobody, self: 404, belowDeletedChild: 404 };

/** On which accounts a call may be made. */
export const byTarget: Record<string, Row<Exclude<Relation, 'childOperator'>>> = {
  below: {
    ...outside,
    child: 200,
    grandchild: 200,
    suspendedChild: 200,
    lockedChild: 200,
    deletedChild: 404,
    deletedGrandchild: 404,
  },
  direct: {
    ...outside,
    child: 200,
    grandchild: 403,
    suspendedChild: 200,
    lockedChild: 200,
    deletedChild: 404,
    deletedGrandchild: 403,
  },
  deletedDirect: {
    ...outside,
    child: 409,
    grandchild: 403,
    suspendedChild: 409,
    lockedChild: 409,
    deletedChild: 200,
    deletedGrandchild: 403,
  },
};

/** Whose object a call may be about. */
export const byOwner: Record<string, Row<Relation>> = {
  ownOnly: {
    ...strangers,
    ...nobody,
    self: 200,
    child: 404,
    childOperator: 404,
    grandchild: 404,
    suspendedChild: 404,
    lockedChild: 404,
    deletedChild: 404,
    deletedGrandchild: 404,
    belowDeletedChild: 404,
  },
  /**
   * Any operator above the client. What a deleted client asked for waits for its return, and one
   * who is no client any more is not paid.
   */
  anyAbove: {
    ...strangers,
    ...nobody,
    self: 404,
    child: 200,
    childOperator: 409,
    grandchild: 200,
    suspendedChild: 200,
    lockedChild: 200,
    deletedChild: 409,
    deletedGrandchild: 409,
    belowDeletedChild: 409,
  },
  /** To look at: what became of a client, or of its account, hides nothing. */
  seenFromAbove: {
    ...strangers,
    ...nobody,
    self: 404,
    child: 200,
    childOperator: 200,
    grandchild: 200,
    suspendedChild: 200,
    lockedChild: 200,
    deletedChild: 200,
    deletedGrandchild: 200,
    belowDeletedChild: 200,
  },
  /** As that, of what only clients have: an operator plays no bet. */
  playedBelow: {
    ...strangers,
    ...nobody,
    self: 404,
    child: 200,
    childOperator: 404,
    grandchild: 200,
    suspendedChild: 200,
    lockedChild: 200,
    deletedChild: 200,
    deletedGrandchild: 200,
    belowDeletedChild: 200,
  },
};

interface Decision {
  access: string;
  /** The row of `byTarget`, where the call names an account. */
  target?: string;
  /**
   * The row of `byOwner`, where it names something else. Events, rounds and the like are nobody's,
   * a client has its own requests and bets, a game server the rounds that its key opened.
   */
  owner?: string;
  notThere?: string;
}

const session = { notThere: 'Session not found.' };
const request = { owner: 'anyAbove', notThere: 'Request not found.' };
const round = { owner: 'nobodys', notThere: 'Round not found.' };
const band = { owner: 'nobodys', notThere: 'Multiplier not found.' };
const version = { owner: 'nobodys', notThere: 'Version not found.' };
const key = { owner: 'nobodys', notThere: 'Service key not found.' };
const bet = { owner: 'clients', notThere: 'Bet not found.' };
const keysRound = { access: 'service', owner: 'keys', notThere: 'Round not found.' };

/** What was decided for each call: who may make it, on whom, about whose object. */
export const decided: Record<string, Decision> = {
  'health.alive': { access: 'anyone' },
  'health.ready': { access: 'anyone' },
  'auth.login': { access: 'signIn' },
  'auth.logout': { access: 'leave' },
  'auth.stepUp': { access: 'leave' },
  'second-factor.get': { access: 'look' },
  'second-factor.begin': { access: 'leave' },
  'second-factor.confirm': { access: 'leave' },
  'second-factor.renewCodes': { access: 'change' },
  'second-factor.off': { access: 'change' },
  'second-factor.reset': { access: 'superChange', target: 'below' },
  'security.get': { access: 'superLook' },
  'security.set': { access: 'superChange' },
  'sessions.list': { access: 'look' },
  'sessions.end': { access: 'leave', owner: 'ownOnly', ...session },
  'sessions.endOthers': { access: 'leave' },
  'calls.outcome': { access: 'leave' },
  'users.list': { access: 'look', target: 'below' },
  'users.add': { access: 'change' },
  'users.update': { access: 'change', target: 'direct' },
  'users.remove': { access: 'change', target: 'direct' },
  'users.listDeleted': { access: 'look' },
  'users.restore': { access: 'change', target: 'deletedDirect' },
  'users.changePasswordByParent': { access: 'change', target: 'direct' },
  'users.changePasswordByUser': { access: 'change' },
  'users.profile': { access: 'look', target: 'below' },
  'users.balance': { access: 'look' },
  'clients.get': { access: 'look', target: 'below' },
  'clients.balanceHistory': { access: 'look', target: 'below' },
  'clients.balanceAt': { access: 'look', target: 'below' },
  'clients.sessions': { access: 'look', target: 'below' },
  'clients.notes': { access: 'look', target: 'below' },
  'clients.addNote': { access: 'change', target: 'below' },
  'clients.setStatus': { access: 'change', target: 'direct' },
  'transactions.deposit': { access: 'change', target: 'direct' },
  'transactions.withdraw': { access: 'change', target: 'direct' },
  'transactions.listStatement': { access: 'look', target: 'below' },
  'reports.stats': { access: 'look' },
  'reports.roundPl': { access: 'look' },
  'reports.byClient': { access: 'look', target: 'below' },
  'reports.byOperator': { access: 'look', target: 'below' },
  'reports.byVersion': { access: 'look' },
  'dashboard.play': { access: 'look', target: 'below' },
  'dashboard.toDo': { access: 'look' },
  'dashboard.who': { access: 'look' },
  'rounds.list': { access: 'look' },
  'rounds.get': { access: 'look', ...round },
  'rounds.verify': { access: 'anyone', ...round },
  'rounds.settle': { access: 'superChange', ...round },
  'rounds.voidLeft': { access: 'superChange', ...round },
  'bets.list': { access: 'look', target: 'below' },
  'bets.listOfUser': { access: 'look', target: 'below' },
  'bets.listOfRound': { access: 'look', ...round },
  'bets.get': { access: 'look', ...bet, owner: 'playedBelow' },
  'multipliers.list': { access: 'superLook' },
  'multipliers.table': { access: 'superLook' },
  'multipliers.add': { access: 'superChange' },
  'multipliers.remove': { access: 'superChange', ...band },
  'multipliers.publish': { access: 'superChange' },
  'multipliers.versions': { access: 'superLook' },
  'multipliers.takeVersion': { access: 'superChange', ...version },
  'service-keys.list': { access: 'superLook' },
  'service-keys.add': { access: 'superChange' },
  'service-keys.remove': { access: 'superChange', ...key },
  'maintenance.get': { access: 'look' },
  'maintenance.set': { access: 'superChange' },
  'live.now': { access: 'look' },
  'notifications.list': { access: 'look' },
  'notifications.read': { access: 'leave' },
  'notifications.settings': { access: 'look' },
  'notifications.set': { access: 'change' },
  'cash-requests.list': { access: 'look', target: 'below' },
  'cash-requests.resolve': { access: 'change', ...request },
  'history.user': { access: 'look', target: 'below' },
  'history.cashRequest': { access: 'look', ...request, owner: 'seenFromAbove' },
  'activity.list': { access: 'look' },
  'activity.seal': { access: 'superLook' },
  'find.all': { access: 'look' },
  'events.list': { access: 'superLook' },
  'events.add': { access: 'superChange' },
  'events.update': { access: 'superChange', owner: 'nobodys', notThere: 'Event not found.' },
  'player.login': { access: 'playerSignIn' },
  'player.logout': { access: 'playerLeave' },
  'player.changePassword': { access: 'playerChange' },
  'player.sessions': { access: 'playerLook' },
  'player.endSession': { access: 'playerLeave', owner: 'clients', ...session },
  'player.endOtherSessions': { access: 'playerLeave' },
  'player.me': { access: 'playerLook' },
  'player.banks': { access: 'playerLook' },
  'player.support': { access: 'playerLook' },
  'player.events': { access: 'playerLook' },
  'player.listRequests': { access: 'playerLook' },
  'player.requestDeposit': { access: 'playerChange' },
  'player.requestWithdraw': { access: 'playerChange' },
  'player.cancelRequest': { access: 'playerChange', ...request, owner: 'clients' },
  'player.round': { access: 'playerLook' },
  'player.placeBet': { access: 'playerChange' },
  'player.cashOut': { access: 'playerLeave', ...bet },
  'player.listBets': { access: 'playerLook' },
  'game.openRound': { access: 'service' },
  'game.placeBets': keysRound,
  'game.startRound': keysRound,
  'game.cashOut': keysRound,
  'game.crashRound': keysRound,
  'game.voidRound': keysRound,
  ...ownDecisions,
};
