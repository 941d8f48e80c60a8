import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { all } from './all.ts';
import { columnNames } from './columns.ts';
import { type Endpoint, paramNames } from './endpoint.ts';

/** The calls that other panels and platforms know too: docs/panel.md, "What is given". */
const given = `
  POST /auth/login
  POST /auth/logout
  POST /users/get
  POST /users/create
  PUT /users/{id}
  DELETE /users/{id}
  POST /users/getAgentbalance
  POST /users/deletedusers
  POST /users/restore/{id}
  POST /users/changePasswordByParent
  POST /users/changePasswordByUser
  POST /users/userprofile
  POST /transactions/deposit/{id}
  POST /transactions/withdraw/{id}
  POST /transactions/getAllStatement
  POST /rounds/list/getAllRounds
  POST /rounds/details/{id}
  POST /rounds/betsattlement
  POST /bets/getallbets
  POST /bets/getUserBetsParent
  POST /bets/getRoundBets
  POST /roundpl/getRoundPl
  POST /stats/allStats
  GET /multiplier/get
  POST /multiplier/add
  DELETE /multiplier/delete/{id}
  GET /maintenance/Aviator
  PATCH /maintenance/Aviator
  POST /banks/get/bankDetails
  POST /banks/add/bank
  POST /banks/update/bank/{id}
  POST /banking/users/request/dw
  POST /banking/users/request/dw/update
  GET /event/getallevent
  POST /event/createevent
  PUT /event/updateevent/{id}
  GET /customersupport/getall
  POST /customersupport/add
  PUT /customersupport/update/{id}
  DELETE /customersupport/delete/{id}
`;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const calls = all.map(({ method, path }) => `${method} ${path}`);

function isList(endpoint: Endpoint): boolean {
  const shape = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }).properties;
  return shape !== undefined && 'draw' in shape;
}

test('every given call is there, by method and path', () => {
  expect(calls).toEqual(expect.arrayContaining(linesOf(given)));
});

/** All that a call promises but its body and answer, which the types hold. */
function lineOf(endpoint: Endpoint): string {
  const { name, method, path, allow, effect, about, takes, files, successStatus } = endpoint;
  const marks = (['whileSuspended', 'whileUnenrolled', 'stepUp'] as const).filter(
    (mark) => endpoint[mark],
  );
  const columns = columnNames(endpoint).join(' ');
  return [
    `${method} ${path}`,
    name,
    allow,
    effect,
    `about ${about.kind}, ${about.id}`,
    `${takes} ${files.join(' ')}`,
    String(successStatus),
    ...marks,
    ...(columns ? [`columns ${columns}`] : []),
  ]
    .map((part) => part.trim())
    .join(' | ');
}

test('the calls are those that are written down; what changes them changes that page', async () => {
  await expect(`${all.map(lineOf).join('\n')}\n`).toMatchFileSnapshot('../calls.txt');
});

test('every call has a name of its own, made of a noun and a verb', () => {
  const names = all.map((endpoint) => endpoint.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*\.[a-z][A-Za-z]*$/);
});

test('no two calls share a method and a path', () => {
  expect(new Set(calls).size).toBe(calls.length);
});

test('every list takes a form too, and nothing else does', () => {
  expect(all.filter(isList).length).toBeGreaterThan(0);
  for (const endpoint of all)
    expect([endpoint.name, endpoint.takes === 'form']).toEqual([endpoint.name, isList(endpoint)]);
});

/** The columns of the given lists, in the order of their screens. */
const screens: Record<string, string> = {
  'users.list': '_id username name role exposure balance currency status isDemo action',
  'transactions.listStatement': 'id username createdAt deposit withdraw bankBalance remarks',
  'cash-requests.list': '_id createdAt username amount type receiptUrl status actions',
  'banks.list':
    '_id IBAN accountHolderName accountNumber bankName isDeleted limits maxAmount status actions',
  'rounds.list': 'round multiplier createdAt updatedAt actions',
  'bets.list': 'username round stake cashoutAmount pl type createdAt updatedAt',
  'bets.listOfUser': 'username round stake cashoutAmount bettype pl type createdAt updatedAt',
  'bets.listOfRound': 'username round stake cashoutAmount pl type createdAt updatedAt',
  'reports.roundPl': 'roundNumber totalBets Stakes cashoutAmount totalPl createdAt',
  'reports.byClient': 'username bets stakes cashout pl',
};

test('the given lists have the columns of their screens in their order', () => {
  const lists = all.filter(({ name }) => name in screens);
  const columns = lists.map((list) => [list.name, columnNames(list).join(' ')]);
  expect(Object.fromEntries(columns)).toEqual(screens);
});

test('every list has columns, and nothing else has any', () => {
  for (const endpoint of all)
    expect([endpoint.name, columnNames(endpoint).length > 0]).toEqual([
      endpoint.name,
      isList(endpoint),
    ]);
});

const pageFields = ['draw', 'data', 'recordsTotal', 'recordsFiltered'];

interface Shape {
  required?: string[];
  properties?: Record<string, Shape>;
}

function resultOf(endpoint: Endpoint): Shape {
  return z.toJSONSchema(endpoint.result, { io: 'input', unrepresentable: 'any' }) as Shape;
}

test('every list is a POST that answers with a page, bets and reports with one beside totals', () => {
  const besideTotals: string[] = [];
  for (const endpoint of all.filter((one) => one.takes === 'form')) {
    const result = resultOf(endpoint);
    const isBeside = !('draw' in (result.properties ?? {}));
    if (isBeside) besideTotals.push(endpoint.name);
    expect([endpoint.method, endpoint.effect]).toEqual(['POST', 'read']);
    const page = isBeside ? result.properties?.data : result;
    expect(page?.required).toContain('data');
    expect(Object.keys(page?.properties ?? {})).toEqual(expect.arrayContaining(pageFields));
    if (isBeside) expect(result.required).toEqual(['data', 'totals']);
  }
  expect(besideTotals.sort()).toEqual([
    'bets.list',
    'bets.listOfRound',
    'bets.listOfUser',
    'reports.byClient',
    'reports.roundPl',
  ]);
});

test('a call that only looks is never bound to a method that changes', () => {
  for (const { name, method, effect } of all) {
    if (method === 'GET') expect([name, effect]).toEqual([name, 'read']);
    if (effect === 'read') expect(['GET', 'POST']).toContain(method);
  }
});

test('every body refuses fields that it does not know', () => {
  for (const { name, body } of all) {
    const known = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    expect([name, known.additionalProperties]).toEqual([name, false]);
  }
});

test('what makes something answers 201 and says what it made, and nothing else does', () => {
  // Publishing answers with the version that the draft became: nothing was there to be made.
  const made = all.filter(({ about, name }) => /^answer\./.test(about.id) && !/publish/.test(name));
  const created = all.filter(({ successStatus }) => successStatus === 201);
  expect(created.map(({ name }) => name)).toEqual(made.map(({ name }) => name));
  expect(created.length).toBeGreaterThan(5);
});

test('a call of a player app is for players, and no other call is', () => {
  for (const { name, path, allow } of all) {
    const isPlayers = path.startsWith('/player/');
    expect([name, name.startsWith('player.')]).toEqual([name, isPlayers]);
    const isOpen = allow === 'public';
    if (isPlayers) expect([name, isOpen || allow === 'players']).toEqual([name, true]);
    else expect([name, allow === 'players']).toEqual([name, false]);
  }
});

test('a call of a game server is for game servers, and no other call is', () => {
  for (const { name, path, allow } of all) {
    const isGame = path.startsWith('/game/');
    expect([name, name.startsWith('game.'), allow === 'services']).toEqual([name, isGame, isGame]);
  }
});

test('only what takes a batch of a game server takes a large body', () => {
  const large = all.filter((endpoint) => endpoint.bodyBytesMax !== undefined);
  expect(large.map(({ name }) => name).sort()).toEqual(['game.cashOut', 'game.placeBets']);
  for (const { bodyBytesMax } of large) expect(bodyBytesMax).toBe(4 * 1024 * 1024);
});

test('a form with files names them, and nothing else has files', () => {
  for (const { name, takes, files, method, body } of all) {
    expect([name, files.length > 0]).toEqual([name, takes === 'multipart']);
    if (takes === 'multipart') expect(['POST', 'PUT']).toContain(method);
    const fields = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {};
    expect(files.filter((file) => file in fields)).toEqual([]);
  }
});

test('whatever moves money, leads to it or sets its odds honours an Idempotency-Key', () => {
  const money = all.filter((endpoint) => endpoint.effect === 'money').map(({ name }) => name);
  expect(money.sort()).toEqual([
    'cash-requests.resolve',
    'game.cashOut',
    'game.crashRound',
    'game.placeBets',
    'game.voidRound',
    'multipliers.publish',
    'player.cancelRequest',
    'player.cashOut',
    'player.placeBet',
    'player.requestDeposit',
    'player.requestWithdraw',
    'rounds.settle',
    'rounds.voidLeft',
    'transactions.deposit',
    'transactions.withdraw',
    'users.add',
  ]);
});

test('our own dangerous calls ask for a fresh proof, and none of the given ones does', () => {
  const dangerous = all.filter((endpoint) => endpoint.stepUp);
  expect(dangerous.map(({ name }) => name).sort()).toEqual([
    'multipliers.publish',
    'second-factor.begin',
    'second-factor.renewCodes',
    'second-factor.reset',
    'security.set',
    'service-keys.add',
    'service-keys.remove',
  ]);
  const isGiven = ({ method, path }: Endpoint) => linesOf(given).includes(`${method} ${path}`);
  expect(dangerous.filter(isGiven)).toEqual([]);
});

test('who must enrol first reaches the way there and the way out', () => {
  const open = all.filter((endpoint) => endpoint.whileUnenrolled).map(({ name }) => name);
  expect(open.sort()).toEqual([
    'auth.logout',
    'auth.stepUp',
    'second-factor.begin',
    'second-factor.confirm',
    'second-factor.get',
  ]);
});

test('a call that names something in its path is about that', () => {
  for (const { name, path, about } of all) {
    const [param] = paramNames(path);
    if (param) expect([name, about.id]).toEqual([name, `path.${param}`]);
    expect([name, about.id.startsWith('path.')]).toEqual([name, param !== undefined]);
  }
});

test('what changes something is about one thing, but for settings and signing in', () => {
  const about = all.filter((one) => one.effect !== 'read' && one.about.id === 'none');
  expect(about.map(({ name }) => name).sort()).toEqual([
    'auth.login',
    'maintenance.set',
    'player.login',
    'security.set',
  ]);
});

test('every summary is a sentence', () => {
  for (const { summary } of all) expect(summary).toMatch(/^[A-Z].+\.$/);
});

test('the parameters of a path are found by their names', () => {
  expect(paramNames('/users/{id}')).toEqual(['id']);
  expect(paramNames('/game/{round}/bets/{id}')).toEqual(['round', 'id']);
  expect(paramNames('/users/get')).toEqual([]);
});
