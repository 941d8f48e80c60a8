import type { Currency } from '@pitboss/contract/money';
import { addBank } from '../banks/banks.ts';
import type { Tx } from '../db/database.ts';
import { addEvent } from '../events/events.ts';
import { addSupport } from '../support/support.ts';
import { actAs } from '../users/act-as.ts';
import { demoBranches } from './people.ts';
import { eventPicture } from './pictures.ts';

const bankNames: Record<Currency, string[]> = {
  INR: ['State Bank of India', 'HDFC Bank', 'ICICI Bank'],
  PKR: ['Habib Bank', 'Meezan Bank', 'MCB Bank'],
  USD: ['First National', 'Harbor Trust', 'Union Savings'],
};

const ibanPrefix: Record<Currency, string> = { INR: 'IN', PKR: 'PK', USD: 'US' };

/** What operators put up for their clients: banks, support links and SUPER's events. */
export async function publish(tx: Tx): Promise<void> {
  for (const [index, { operator, currency }] of demoBranches.entries()) {
    const actor = await actAs(tx, operator);
    for (const [place, bankName] of bankNames[currency].entries()) {
      const number = `${4_000 + index}${String(place + 1).padStart(4, '0')}7710${index}${place}`;
      await addBank(tx, actor, {
        bankName,
        accountHolderName: actor.name,
        accountNumber: number,
        IBAN: `${ibanPrefix[currency]}36${number}00${place}`,
        maxAmount: place === 1 ? 50_000_000n : undefined,
        limits: place === 2 ? 500 : undefined,
        status: place === 2 ? 'suspended' : 'active',
      });
    }
    await addSupport(tx, actor, { type: 'whatsapp', link: `https://wa.me/9190000000${index}0` });
    await addSupport(tx, actor, { type: 'telegram', link: `https://t.me/pitboss_demo_${index}` });
  }
  await publishEvents(tx);
}

const eventNames = ['Aviator', 'Weekend Cup', 'High Flyers', 'Night Rounds'];

async function publishEvents(tx: Tx): Promise<void> {
  for (const [index, eventName] of eventNames.entries()) {
    const eventId = eventName.toLowerCase().replaceAll(' ', '-');
    await addEvent(
      tx,
      {
        eventId,
        eventName,
        sequence: index + 1,
        link: `https://play.example.com/${eventId}`,
        isMaintenance: index === 3,
      },
      { icon: await eventPicture(index, 128, 128), image: await eventPicture(index, 800, 400) },
    );
  }
}
