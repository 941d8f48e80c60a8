import type { HistoryEvent } from '@pitboss/contract/history';
import { minorFromText } from '@pitboss/contract/money';
import { fieldTitle } from '#src/lib/field-title.ts';
import { formatCents } from '#src/lib/format.ts';

/** What each call does, in the words of an operator. */
const actions: Record<string, string> = {
  'auth.login': 'Sign-in',
  'auth.logout': 'Sign-out',
  'player.login': 'Sign-in',
  'player.logout': 'Sign-out',
  'auth.stepUp': 'Proven again',
  'second-factor.begin': 'Two-factor sign-in begun',
  'second-factor.confirm': 'Two-factor sign-in switched on',
  'second-factor.renewCodes': 'New recovery codes',
  'second-factor.off': 'Two-factor sign-in switched off',
  'second-factor.reset': 'Two-factor sign-in reset',
  'sessions.end': 'Session ended',
  'sessions.endOthers': 'Other sessions ended',
  'player.endSession': 'Session ended',
  'player.endOtherSessions': 'Other sessions ended',
  'calls.outcome': 'Asked what became of a call',
  'users.add': 'Created',
  'users.update': 'Changed',
  'users.remove': 'Deleted',
  'users.restore': 'Restored',
  'users.changePasswordByParent': 'Password set by the operator',
  'users.changePasswordByUser': 'Password changed',
  'player.changePassword': 'Password changed',
  'clients.setStatus': 'Status changed',
  'clients.addNote': 'Noted',
  'transactions.deposit': 'Deposit',
  'transactions.withdraw': 'Withdraw',
  'notifications.read': 'Notifications read',
  'notifications.set': 'Notification settings changed',
  'treasury.issue': 'Money issued',
  'admin.erase': 'Data erased by an administrator',
  'admin.move-to': 'Moved to another database',
  'admin.remove-demo': 'Demo removed by an administrator',
  'admin.reset-password': 'Password reset by an administrator',
  'admin.unlock': 'Unlocked by an administrator',
  'admin.reset-second-factor': 'Two-factor sign-in reset by an administrator',
  'admin.doctor': 'Looked at by an administrator',
  'admin.retention': 'Old rows forgotten by an administrator',
  'retention.forget': 'Old rows forgotten',
  'admin.rotate-database-passwords': 'New passwords for the database',
  'player.requestDeposit': 'Deposit requested',
  'player.requestWithdraw': 'Withdraw requested',
  'player.cancelRequest': 'Cancelled',
  'cash-requests.resolve': 'Decided',
  'banks.add': 'Bank added',
  'banks.update': 'Bank changed',
  'support.add': 'Contact added',
  'support.update': 'Contact changed',
  'support.remove': 'Contact deleted',
  'events.add': 'Event added',
  'events.update': 'Event changed',
  'maintenance.set': 'Maintenance set',
  'multipliers.add': 'Multiplier added',
  'multipliers.remove': 'Multiplier deleted',
  'multipliers.publish': 'Multipliers published',
  'multipliers.takeVersion': 'Multipliers taken from a version',
  'rounds.settle': 'Round settled',
  'rounds.voidLeft': 'Open bets of a round voided',
  'security.set': 'Security settings changed',
  'service-keys.add': 'Service key added',
  'service-keys.remove': 'Service key revoked',
  'player.placeBet': 'Bet placed',
  'player.cashOut': 'Cashed out',
  'game.openRound': 'Round opened',
  'game.placeBets': 'Bets placed',
  'game.startRound': 'Round started',
  'game.cashOut': 'Cash-outs',
  'game.crashRound': 'Round crashed',
  'game.voidRound': 'Round voided',
};

/** A call that this panel does not know yet is shown by its own name. */
export function actionWords(action: string): string {
  return actions[action] ?? action;
}

/** The order in which a reader looks for them; the record keeps them in none. */
const fieldOrder = [
  'username',
  'name',
  'role',
  'status',
  'currency',
  'isDemo',
  'type',
  'amount',
  'balance',
  'minimumBets',
  'maximumBets',
  'bankName',
  'accountHolderName',
  'accountNumber',
  'IBAN',
];

/** Their values are amounts, as decimals. */
const moneyFields = new Set([
  'amount',
  'balance',
  'toBalance',
  'stake',
  'minimumBets',
  'maximumBets',
]);

interface ChangeLine {
  field: string;
  title: string;
  values: string;
}

/** What changed, line by line. */
export function changeLines(changes: HistoryEvent['changes']): ChangeLine[] {
  return changes
    .toSorted((a, b) => placeOf(a.field) - placeOf(b.field))
    .map(({ field, before, after }) => {
      const name = ownName(field);
      const is = after === null ? '—' : valueText(name, after);
      // What was not there before has no arrow to it: all of a creation, for one.
      const values = before === null ? is : `${valueText(name, before)} → ${is}`;
      return { field, title: fieldTitle(name), values };
    });
}

/** An amount as everywhere else, in groups of digits. */
function valueText(name: string, text: string): string {
  const minor = moneyFields.has(name) ? minorFromText(text) : undefined;
  return minor === undefined ? text : formatCents(minor);
}

function placeOf(field: string): number {
  const place = fieldOrder.indexOf(ownName(field));
  return place === -1 ? fieldOrder.length : place;
}

/** A field inside of another one, such as a bank's, is known without it. */
function ownName(field: string): string {
  return field.split('.').at(-1) ?? field;
}
