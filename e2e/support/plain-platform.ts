import type { Page } from '@playwright/test';

const at = '2026-11-15T10:00:00.000Z';
const decimal = (text: string) => ({ $numberDecimal: text });

const user = {
  _id: '7',
  username: 'plain-client',
  name: 'Plain Client',
  role: 'USER',
  exposure: -5,
  balance: 120.5,
  currency: 'INR',
  status: 'active',
  isDemo: false,
};
const bank = {
  _id: '3',
  bankName: 'Plain Bank',
  accountNumber: '123',
  accountHolderName: 'Holder',
  IBAN: 'GB29PLAIN123',
  isDeleted: false,
  limits: 5,
  maxAmount: 500,
  status: 'active',
};
const account = { bankName: 'Client Bank', accountHolderName: 'C', accountNumber: '9', IBAN: 'I9' };
const request = {
  createdAt: at,
  user: { username: 'plain-client' },
  amount: 50,
  status: 'pending',
};
const bet = {
  user: { username: 'plain-client' },
  round: '900',
  stake: decimal('10.00'),
  cashoutAmount: decimal('4.00'),
  type: 'settled',
  bettype: 'manual',
  createdAt: at,
  updatedAt: at,
};
const betTotals = { totalStakes: decimal('10.00'), totalCashoutAmount: decimal('4.00') };
const round = { round: '900', multiplier: 2.35, createdAt: at, updatedAt: at };
const statement = {
  id: '1',
  username: 'plain-client',
  createdAt: at,
  deposit: 5,
  withdraw: 0,
  bankBalance: 5,
  remarks: '',
  updatedAt: at,
};
const figures = { totalBets: 1, Stakes: 10, cashoutAmount: 4, totalPl: 6 };
const page = (row: object) => ({ data: [row], recordsTotal: 1, recordsFiltered: 1 });
const beside = (row: object, totals: object) => ({ data: page(row), totals });

/** `data` of each given call, with the given fields and nothing more (docs/panel.md). */
const answers: Record<string, unknown> = {
  'POST /auth/login': { token: 't'.repeat(43), userDetails: { username: 'speck', role: 'SUPER' } },
  'POST /users/get': page(user),
  'POST /users/getAgentbalance': { balance: 1000.25, exposure: -5 },
  'POST /users/deletedusers': [
    { _id: '8', username: 'gone', name: 'Gone', role: 'USER', isDemo: false },
  ],
  'POST /users/userprofile': { _id: '7', username: 'plain-client', favouriteColour: 'green' },
  'POST /transactions/getAllStatement': page(statement),
  'POST /rounds/list/getAllRounds': { data: [round] },
  'POST /rounds/details/900': { ...round, roundId: '900' },
  'POST /stats/allStats': {
    newClients: 1,
    totalClients: 2,
    totalBets: 3,
    totalStakes: decimal('10.00'),
    totalCashoutAmount: decimal('4.00'),
    totalPl: 6,
  },
  'POST /banks/get/bankDetails': { data: [bank] },
  'POST /banking/users/request/dw': {
    data: [
      { _id: '11', ...request, type: 'deposit', receiptUrl: '/receipt.png' },
      { _id: '12', ...request, type: 'withdraw', bank: { ...account, status: 'active' } },
    ],
  },
  'POST /bets/getallbets': beside(bet, betTotals),
  'POST /bets/getUserBetsParent': beside(bet, betTotals),
  'POST /bets/getRoundBets': beside(bet, betTotals),
  'POST /roundpl/getRoundPl': beside({ roundNumber: '900', ...figures, createdAt: at }, figures),
  'GET /maintenance/Aviator': { isMaintenance: false },
  'GET /multiplier/get': [{ _id: '1', min: 1.5, max: 3, probability: 40 }],
  'GET /event/getallevent': [
    {
      _id: '1',
      eventId: 'e1',
      eventName: 'Plain Cup',
      sequence: 1,
      link: 'https://example.com',
      isMaintenance: false,
      isActive: true,
    },
  ],
  'GET /customersupport/getall': [{ _id: '1', type: 'telegram', link: 'https://t.me/plain' }],
};

/** Calls that answer with their message alone. */
const told = [
  'POST /auth/logout',
  'POST /transactions/deposit/7',
  'POST /transactions/withdraw/7',
  'POST /users/create',
  'POST /banks/add/bank',
  'POST /banking/users/request/dw/update',
  'POST /rounds/betsattlement',
];

export interface Asked {
  call: string;
  body: Record<string, unknown>;
}

/** Stands in for a platform that has what is given and nothing else. */
export async function standIn(browserPage: Page): Promise<Asked[]> {
  const asked: Asked[] = [];
  await browserPage.route('**/api/**', async (route) => {
    const sent = route.request();
    const call = `${sent.method()} ${new URL(sent.url()).pathname.replace('/api', '')}`;
    asked.push({ call, body: sent.postDataJSON() ?? {} });
    if (call in answers) {
      await route.fulfill({ json: { status: 'success', message: '', data: answers[call] } });
    } else if (told.includes(call)) {
      await route.fulfill({ json: { status: 'success', message: 'Done by the other platform.' } });
    } else await route.fulfill({ status: 404, json: { message: 'No such call.' } });
  });
  return asked;
}
