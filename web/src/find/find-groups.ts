import type { UserDetails } from '@pitboss/contract/auth';
import type { Found, FoundClient } from '@pitboss/contract/find';
import { formatAmount, formatTimestamp } from '#src/lib/format.ts';
import {
  bankPlace,
  betPlace,
  clientPlace,
  type Place,
  requestPlace,
  roundPlace,
  transferPlace,
} from '#src/lib/places.ts';
import { recentFinds } from '#src/lib/recent-finds.ts';
import { screensFor } from './find-screens.ts';
import { type Asked, actWords, type Verb, verbs } from './find-words.ts';

/** One line that can be chosen: it leads somewhere, or opens what acts on a client. */
export interface Item {
  key: string;
  label: string;
  about: string;
  place?: Place;
  act?: { verb: Verb; client: FoundClient };
}

export interface ItemGroup {
  title: string;
  items: Item[];
}

interface Given {
  text: string;
  asked: Asked;
  found: Found | undefined;
  operator: UserDetails;
}

/** So many clients are offered to be acted on, where the words say what is to be done. */
const actorsMax = 3;

/** What is shown for the words, in the order in which it is read. */
export function groupsFor({ text, asked, found, operator }: Given): ItemGroup[] {
  if (text.trim() === '') return groups({ Recent: recentFinds().map(withKey) });
  const screens = asked.only ? [] : screensFor(text, operator.role).map(toScreen);
  const acts = found && !asked.only ? actsOf(found.clients, asked, operator) : [];
  const things = found ? thingsOf(found, operator) : {};
  const shown = Object.entries(things).filter(
    ([noun]) => !asked.only || asked.only === noun.toLowerCase(),
  );
  return groups(
    asked.verb
      ? { Actions: acts, Screens: screens, Clients: things.Clients ?? [] }
      : Object.fromEntries([
          ...shown.slice(0, 1),
          ['Actions', acts],
          ...shown.slice(1),
          ['Screens', screens],
        ]),
  );
}

function groups(given: Record<string, Item[]>): ItemGroup[] {
  return Object.entries(given)
    .map(([title, items]) => ({ title, items }))
    .filter(({ items }) => items.length > 0);
}

function withKey(item: Omit<Item, 'key'>): Item {
  return { ...item, key: item.label };
}

function toScreen({ label, place }: { label: string; place: Place }): Item {
  return { key: `screen ${label}`, label, about: 'Screen', place };
}

/** With a verb its own, for the best few; without one all, for the one that was meant. */
function actsOf(clients: FoundClient[], { q, verb }: Asked, { _id }: UserDetails): Item[] {
  const meant = clients.filter(
    ({ username, _id: id }) => username.toLowerCase() === q.toLowerCase() || String(id) === q,
  );
  const one = meant.length > 0 ? meant : clients.length === 1 ? clients : [];
  const chosen = verb ? clients.slice(0, actorsMax) : one.slice(0, 1);
  const wanted = verb ? [verb] : verbs;
  return chosen.flatMap((client) =>
    wanted.flatMap((each) => {
      const label = actWords(each, client, client.parentId === _id);
      return label ? [{ key: label, label, about: client.name, act: { verb: each, client } }] : [];
    }),
  );
}

function thingsOf(found: Found, { _id: ownId }: UserDetails): Record<string, Item[]> {
  const ofClient = (username: string, amount: bigint, currency: string) =>
    `${username} · ${formatAmount(amount, currency)}`;
  return {
    Clients: found.clients.map((client) => ({
      key: `client ${client._id}`,
      label: client.username,
      about: [client.name, client.role, client.status, below(client, ownId)]
        .filter(Boolean)
        .join(' · '),
      place: clientPlace(client),
    })),
    Requests: found.requests.map(({ _id, userId, username, createdAt, ...request }) => ({
      key: `request ${_id}`,
      label: `Request ${_id}`,
      about: [
        ofClient(username, request.amount, request.currency),
        `${request.type}, ${request.status}`,
      ].join(' · '),
      place: requestPlace({ _id, userId, since: createdAt }),
    })),
    Rounds: found.rounds.map(({ _id, state, createdAt }) => ({
      key: `round ${_id}`,
      label: `Round ${_id}`,
      about: `${state} · ${formatTimestamp(createdAt)}`,
      place: roundPlace({ _id }),
    })),
    Bets: found.bets.map(({ _id, username, amount, currency, round }) => ({
      key: `bet ${_id}`,
      label: `Bet ${_id}`,
      about: `${ofClient(username, amount, currency)} · round ${round}`,
      place: betPlace({ _id }),
    })),
    Transfers: found.transfers.map(({ _id, userId, username, createdAt, ...transfer }) => ({
      key: `transfer ${_id}`,
      label: `Transfer ${transfer.transferId}, statement row ${_id}`,
      about: `${ofClient(username, transfer.amount, transfer.currency)} · ${transfer.kind}`,
      place: transferPlace({ _id, userId, since: createdAt }),
    })),
    Banks: found.banks.map(({ _id, bankName, accountHolderName }) => ({
      key: `bank ${_id}`,
      label: `Bank ${_id}: ${bankName}`,
      about: accountHolderName,
      place: bankPlace({ _id }),
    })),
  };
}

/** Whose client it is, where that is another operator. */
function below({ parentId, parentName }: FoundClient, ownId: bigint | undefined): string {
  return parentId === ownId ? '' : `below ${parentName}`;
}
