import type { Currency, Minor } from '@pitboss/contract/money';

export const demoSignIns = [
  { username: 'super', password: 'Super@12345', about: 'SUPER, all currencies' },
  { username: 'admin', password: 'Admin@12345', about: 'ADMIN, INR' },
  { username: 'admin2', password: 'Admin2@12345', about: 'ADMIN, PKR' },
] as const;

export const playerPassword = 'Player@12345';

/** An operator and how many clients it has. Without `admin` the operator is SUPER itself. */
export interface Branch {
  operator: string;
  currency: Currency;
  clients: number;
  /** The clients' names are this and a number. */
  prefix: string;
  admin?: { name: string; balanceMinor: Minor };
}

export const demoBranches: Branch[] = [
  {
    operator: 'admin',
    currency: 'INR',
    clients: 70,
    prefix: 'player',
    admin: { name: 'Asha Verma', balanceMinor: 2_500_000_000n },
  },
  {
    operator: 'admin2',
    currency: 'PKR',
    clients: 50,
    prefix: 'lahore',
    admin: { name: 'Bilal Qureshi', balanceMinor: 4_000_000_000n },
  },
  {
    operator: 'admin3',
    currency: 'USD',
    clients: 40,
    prefix: 'client',
    admin: { name: 'Grace Miller', balanceMinor: 60_000_000n },
  },
  {
    operator: 'mumbai-desk',
    currency: 'INR',
    clients: 25,
    prefix: 'mumbai',
    admin: { name: 'Mumbai Desk', balanceMinor: 900_000_000n },
  },
  {
    operator: 'karachi-desk',
    currency: 'PKR',
    clients: 10,
    prefix: 'karachi',
    admin: { name: 'Karachi Desk', balanceMinor: 700_000_000n },
  },
  { operator: 'super', currency: 'USD', clients: 5, prefix: 'vip' },
];

/** What the treasury hands to SUPER at the start. */
export const issuedMinor: Record<Currency, Minor> = {
  USD: 200_000_000n,
  INR: 9_000_000_000n,
  PKR: 15_000_000_000n,
};

/** What a client of the demo commonly moves in one go, in whole units of its currency. */
export const usualAmount: Record<Currency, number> = { USD: 60, INR: 2_500, PKR: 6_000 };

const firstNames: Record<Currency, string> = {
  INR: 'Aarav Diya Ishaan Kavya Rohan Meera Vihaan Ananya Arjun Saanvi',
  PKR: 'Ahmed Ayesha Hamza Fatima Usman Zainab Hassan Mariam Ali Noor',
  USD: 'Olivia Liam Emma Noah Ava Ethan Sophia Mason Mia Lucas',
};

const lastNames: Record<Currency, string> = {
  INR: 'Sharma Patel Iyer Singh Gupta Reddy Nair Das Joshi Kapoor',
  PKR: 'Khan Malik Raza Sheikh Butt Chaudhry Mirza Siddiqui Awan Baig',
  USD: 'Smith Johnson Brown Davis Wilson Moore Taylor Clark Lewis Young',
};

export function clientName(currency: Currency, index: number): string {
  const first = firstNames[currency].split(' ')[index % 10];
  const last = lastNames[currency].split(' ')[(Math.floor(index / 10) + index * 3) % 10];
  return `${first} ${last}`;
}
