import { pino } from 'pino';
import { type Config, readConfig, WrongSettings } from './config.ts';
import { startPlatform } from './platform.ts';

/** A fault that the one who started us can mend is said in one sentence, without a trace. */
function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof WrongSettings) fail(error);
    throw error;
  }
}

const config = readSettings();
const log = pino({ level: config.logLevel });
const platform = await startPlatform(config, log).catch(fail);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    platform.stop().then(() => process.exit(0), fail);
  });
}
