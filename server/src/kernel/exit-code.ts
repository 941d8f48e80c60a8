import { NotNow } from './not-now.ts';
import { Refusal } from './refusal.ts';
import { WrongSettings } from './wrong-settings.ts';

/** As `sysexits.h` has them, which supervisors know. */
export const exitCodes = {
  /** A fault of ours. */
  software: 70,
  /** Another process has what we need, and may be about to let go of it. */
  temporary: 75,
  /** Without a change of the settings, or of what they lead to, every start ends like this one. */
  configuration: 78,
  unknown: 1,
};

/** What a process that could not start ends with. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof WrongSettings || error instanceof Refusal) return exitCodes.configuration;
  return error instanceof NotNow ? exitCodes.temporary : exitCodes.unknown;
}
