import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Structured logs on standard output; readable ones in a terminal, where pino-pretty is installed.
 * Never log a request's body, a cookie or a whole order: ids are enough to find them.
 *
 * @param destination where to write instead
 */
export function createLog(level: string, isTerminal: boolean, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.clientSecret', '*.client_secret', '*.password', '*.cookie', 'headers', 'body'],
  };
  if (destination) return pino(options, destination);
  if (!isTerminal || !isPrettyInstalled()) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss' } },
  });
}

function isPrettyInstalled(): boolean {
  try {
    import.meta.resolve('pino-pretty');
    return true;
  } catch {
    return false;
  }
}
