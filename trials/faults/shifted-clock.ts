import { readFileSync } from 'node:fs';

/**
 * Loaded into a node before its own code: its clock is off by as many milliseconds as the file
 * says, which is read at the start and at each SIGUSR2.
 */
const file = process.env.FAULTS_CLOCK_FILE ?? '';
const RealDate = Date;
let shiftMs = 0;

class ShiftedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

function readShift(): void {
  shiftMs = Number(readFileSync(file, 'utf8'));
}

readShift();
process.on('SIGUSR2', readShift);
globalThis.Date = ShiftedDate as DateConstructor;
