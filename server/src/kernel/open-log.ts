import { type Logger, type LoggerOptions, pino } from 'pino';
import { loggedError } from './logged-error.ts';

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Short lines for people at a terminal, and JSON, a line each, for everything else. */
export function openLog(level: string, output: Output = process.stdout): Logger {
  const options = { ...logOptions, level };
  if (!output.isTTY) return pino(options, output === process.stdout ? undefined : output);
  return pino(options, { write: (line) => output.write(`${readable(line)}\n`) });
}

const faultLevel = 50;

/** Errors are logged as little as they may be, whoever logs them; a fault of ours has a trace. */
const logOptions: LoggerOptions = {
  serializers: { err: (logged: unknown) => logged },
  hooks: {
    logMethod(args, method, level) {
      const [first, ...rest] = args as [unknown, ...unknown[]];
      const said = (error: unknown) => loggedError(error, level >= faultLevel);
      if (first instanceof Error) {
        return method.apply(this, [{ err: said(first) }, ...rest] as unknown as typeof args);
      }
      if (typeof first !== 'object' || first === null || !('err' in first)) {
        return method.apply(this, args);
      }
      const mended = { ...first, err: said(first.err) };
      return method.apply(this, [mended, ...rest] as unknown as typeof args);
    },
  },
};

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

const words: Record<number, string> = {
  20: 'debug ',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
};
/** Of no use to somebody who looks on: there is one process here, and it is this one. */
const unsaid = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'reqId']);

/** A line of the log as somebody reads it: the time of day, what happened, and its details. */
export function readable(json: string): string {
  const line: Line = JSON.parse(json);
  const details = Object.entries(line)
    .filter(([name]) => !unsaid.has(name))
    .map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  const fault = line.err ? `: ${line.level >= faultLevel ? line.err.stack : line.err.message}` : '';
  const said = `${words[line.level] ?? ''}${line.msg ?? ''}${fault}${details.join('')}`;
  return `${timeOfDay(new Date(line.time))} ${harmless(said)}`;
}

function timeOfDay(at: Date): string {
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** What strangers sent must not steer the terminal: only the lines of a trace stay. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '�');
}
