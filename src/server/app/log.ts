import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Database } from '../../../db/client.ts';
import type { LogLevel } from '../base/config/config.ts';
import type { WorkScope } from '../base/context.ts';
import { ProviderFailure } from '../base/provider-failure.ts';

/** How much is buffered for a slow log reader, in bytes. Later lines are lost. */
const bufferedBytes = 1_000_000;

/** Creates a logger to standard output. Never log a request's body, a cookie or a whole order: ids are enough. */
export function createLog(
  level: LogLevel,
  isTerminal: boolean,
  scope?: WorkScope,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    mixin: () => ({ ...scope?.getStore() }),
    base: null,
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: ['*.clientSecret', '*.client_secret', '*.password', '*.cookie', 'headers', 'body'],
  };
  return pino(options, destination ?? ((isTerminal && prettyOutput()) || standardOutput()));
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serialized = pino.stdSerializers.err(error);
  if (!(error instanceof ProviderFailure)) return serialized;
  return { type: serialized.type, message: serialized.message, reason: error.reason };
}

/** Avoids pino's transports: they are threads that need files of their own, which a bundle lacks. */
function prettyOutput(): DestinationStream | null {
  let pinoPretty: typeof import('pino-pretty');
  try {
    pinoPretty = createRequire(import.meta.url)('pino-pretty');
  } catch {
    return null;
  }
  const prettify = pinoPretty.prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    colorize: pinoPretty.isColorSupported,
  });
  const output = standardOutput();
  return { write: (line) => output.write(prettify(line)) };
}

/** Pino's own stream tries forever to write its last lines: a service whose log lost its reader could not stop. */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  if (!stdout.listeners('error').includes(ignoreError)) stdout.on('error', ignoreError);
  return {
    write(line) {
      if (stdout.writableLength < bufferedBytes) stdout.write(line);
    },
  };
}

function ignoreError(): void {}

/** Logs each event of an order's timeline after this connection commits it, by a temporary trigger. */
export function logOrderEvents({ $client, onCommit }: Database, log: Logger): void {
  let written: object[] = [];
  $client.function('log_order_event', (orderId, orderNumber, event) => {
    // A transaction is over before the next microtask: rows left by then were rolled back.
    if (written.length === 0) queueMicrotask(() => (written = []));
    written.push({ orderNumber, orderId, event });
    return null;
  });
  $client.exec(`CREATE TEMP TRIGGER log_order_events AFTER INSERT ON main.order_events
    BEGIN
      SELECT log_order_event(
        new.order_id, (SELECT order_number FROM orders WHERE id = new.order_id), new.type
      );
    END`);
  onCommit.add(() => {
    for (const event of written) log.info(event, 'order event');
    written = [];
  });
}
