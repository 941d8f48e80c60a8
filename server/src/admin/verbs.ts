import { doctor } from './doctor.ts';
import { erase } from './erase.ts';
import { moveTo } from './move-to.ts';
import { removeDemoVerb } from './remove-demo.ts';
import { resetPassword } from './reset-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { retention } from './retention.ts';
import { rotateDatabasePasswords } from './rotate-database-passwords.ts';
import { unlock } from './unlock.ts';
import type { Verb } from './verb.ts';

/** In the order in which the help lists them. */
export const verbs: Verb[] = [
  resetPassword,
  unlock,
  resetSecondFactor,
  rotateDatabasePasswords,
  removeDemoVerb,
  moveTo,
  erase,
  retention,
  doctor,
];
