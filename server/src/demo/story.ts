import type { Tx } from '../db/database.ts';
import type { Image } from '../files/images.ts';
import type { Branch } from './people.ts';

/** What the demo's events share while they happen. */
export interface Context {
  passwordHash: string;
  clientIds: Map<string, bigint>;
  /** The banks of each operator that take deposits. */
  bankIds: Map<string, bigint[]>;
  receipts: Image[];
}

/** Something that happened at a moment of the month, done by a verb of the platform. */
export interface DemoEvent {
  at: Date;
  run(tx: Tx, context: Context): Promise<void>;
}

/** A client of the demo before it exists. */
export interface Client {
  branch: Branch;
  index: number;
  username: string;
  joinedAtMs: number;
  isDemo: boolean;
  hasLeft: boolean;
}
