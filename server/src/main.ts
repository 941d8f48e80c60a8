import { once } from 'node:events';
import { type Config, readConfig } from './config.ts';
import { exitCodeOf, exitCodes } from './kernel/exit-code.ts';
import { openLog } from './kernel/open-log.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { startPlatform } from './platform.ts';

/** A fault that the one who started us can mend is said in one sentence, without a trace. */
function fail(error: unknown): never {
  const message = sentenceOf(error);
  process.stderr.write(`${message}\n`);
  process.exit(exitCodeOf(error));
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

const config = readSettings();
const log = openLog(config.logLevel);

// Node itself would print all that hangs on the error, connections and their keys too.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'ended by a fault of ours');
    process.exit(exitCodes.software);
  });
}

// Asked to stop, we stop in good order, in the middle of the start too; a second word adds nothing.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping.signal.aborted) log.info({ signal }, 'stopping');
    stopping.abort();
  });
}

/** `npm start` tells us when it has built the panel, where that is not done yet. */
const panel = process.argv.includes('--panel-follows')
  ? once(process, 'message', { signal: stopping.signal }).catch(() => {})
  : undefined;

const platform = await startPlatform(config, log, stopping.signal, panel).catch(fail);
if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
await platform.stop().catch(fail);
process.exit(0);
