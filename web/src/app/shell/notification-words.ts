import type { Notification, Trouble } from '@pitboss/contract/notification';
import { capitalise, formatAmount, formatCount } from '#src/lib/format.ts';
import { deviceOf } from '#src/lib/session-device.ts';

interface Words {
  title: string;
  text: string;
}

const troubles: Record<Trouble, string> = {
  standby: 'A standby is away or behind',
  archive: 'The archive is behind',
  disk: 'The disk is nearly full',
  seals: 'The record is not sealed',
  round: 'A round does not end',
  books: 'The books do not balance',
};

/** What an operator is called for, in a few words. */
export function wordsOf({ kind, facts }: Notification): Words {
  const { username = '', currency, amount = 0n, bets = 0, detail = '' } = facts;
  const money = formatAmount(amount, currency);
  switch (kind) {
    case 'request':
    case 'requestBelow':
      return { title: `${capitalise(facts.type ?? '')} request`, text: `${username}: ${money}` };
    case 'bigWin':
      return { title: 'Big win', text: `${username} won ${money} in round ${facts.round}` };
    case 'round':
      return detail === 'void'
        ? { title: 'Round void', text: `Round ${facts.round}: ${betsText(bets)} given back` }
        : { title: 'Round not settled', text: `Round ${facts.round}: ${betsText(bets)} held` };
    case 'signIn':
      return {
        title: 'Sign-in from a new browser',
        text: `${deviceOf(facts.agent ?? '')}, ${facts.address ?? ''}`,
      };
    case 'refused':
      return { title: 'Refused sign-ins', text: `${username}, from ${facts.address ?? ''}` };
    case 'maintenance':
      return {
        title: `Maintenance switched ${facts.isOn ? 'on' : 'off'}`,
        text: detail ? `${username}: ${detail}` : `By ${username}`,
      };
    case 'platform':
      return { title: facts.trouble ? troubles[facts.trouble] : 'Platform', text: detail };
  }
}

function betsText(bets: number): string {
  return `${formatCount(bets)} ${bets === 1 ? 'bet' : 'bets'}`;
}
