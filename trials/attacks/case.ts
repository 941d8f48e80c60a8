import { randomUUID } from 'node:crypto';
import { type Answer, ask, must } from '@pitboss/testkit/http-client';
import { addPerson, signIn } from '@pitboss/testkit/people-by-call';
import { password as clientPassword } from '@pitboss/testkit/super-sign-in';
import { newRow, type Options, type Row } from './row.ts';
import { letAllGo } from './slow-database.ts';
import { asSuper, type Stage, type Target } from './stage.ts';

/** One way in that a release had: what is done over HTTP, and whether it is still open. */
export interface Case {
  row: string;
  name: string;
  /** Settings of the node; cases with the same ones share it. */
  settings?: Record<string, string>;
  /** It may leave a node that nobody else can use. */
  isAlone?: boolean;
  run: (place: Place) => Promise<Seen>;
}

export interface Seen {
  tries: number;
  /** Each way in that was open. */
  open: string[];
  /** What was answered, in a few words. */
  seen: string;
}

export interface Person {
  id: string;
  username: string;
  token: string;
}

/** A node with SUPER signed in, and people as a case needs them. */
export interface Place {
  stage: Stage;
  target: Target;
  port: number;
  root: string;
  operator(balance?: number): Promise<Person>;
  /** A client of the operator, signed in at the players' door. */
  client(operator: string, balance?: number, isDemo?: boolean): Promise<Person>;
  /** A game server's way to its calls. */
  game(): Promise<(path: string, body: object) => Promise<Answer>>;
}

/** Cases as attacks by their names. The control of each is the release that it was found in. */
export function attacksOf(cases: Case[]) {
  return Object.fromEntries(
    cases.map((one) => [
      one.name,
      (stage: Stage, options: Options) => tryCase(one, stage, options),
    ]),
  );
}

async function tryCase(one: Case, stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow(one.row, one.name, options);
  try {
    const findPlace = one.isAlone ? newPlace : placeFor;
    const { tries, open, seen } = await one.run(await findPlace(stage, one.settings ?? {}));
    row.counts = { tries, seen };
    row.findings.push(...open);
  } catch (error) {
    // What could not be tried has neither held nor given way.
    row.skipped = `Broke off: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await letAllGo();
  }
  return [row];
}

const places = new Map<string, Promise<Place>>();

function placeFor(stage: Stage, settings: Record<string, string>): Promise<Place> {
  const key = JSON.stringify(settings);
  const place = places.get(key) ?? newPlace(stage, settings);
  places.set(key, place);
  return place;
}

async function newPlace(stage: Stage, settings: Record<string, string>): Promise<Place> {
  const target = await stage.quiet(settings);
  const { port } = target;
  const root = await asSuper(target);
  return {
    stage,
    target,
    port,
    root,
    operator: async (balance = 10_000) => {
      const username = `op-${shortId()}`;
      const id = await addPerson(port, root, { username, role: 'ADMIN', balance });
      const token = await signIn(port, { username, password: clientPassword });
      return { id, username, token };
    },
    client: async (operator, balance = 0, isDemo = false) => {
      const username = `cl-${shortId()}`;
      const id = await addPerson(port, operator, { username, balance, isDemo });
      return { id, username, token: await playerSignIn(port, username) };
    },
    game: async () => {
      const path = '/api/service-keys';
      const made = await must(port, { path, token: root, body: { name: `game ${shortId()}` } });
      const headers = { 'x-service-key': String(made.data.key) };
      return (rest, body) => must(port, { path: `/api/game/rounds${rest}`, headers, body });
    },
  };
}

export async function playerSignIn(port: number, username: string): Promise<string> {
  const body = { username, password: clientPassword };
  return (await must(port, { path: '/api/player/login', body })).data.token;
}

export function shortId(): string {
  return randomUUID().slice(0, 8);
}

/** Asks until the answer is as wished; a round comes in its own time. */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  what: string,
  limitMs = 60_000,
): Promise<T> {
  for (const endsAt = performance.now() + limitMs; performance.now() < endsAt; ) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} never came.`);
}

export const bank = {
  bankName: 'City Bank',
  accountHolderName: 'A Client',
  accountNumber: '0011223344',
  IBAN: 'IN64CITY0011223344',
};

/** What SUPER or an operator changes of an account. */
export function edit({ port }: Place, token: string, id: string, body: object) {
  return ask(port, { method: 'PUT', path: `/api/users/${id}`, token, body });
}
