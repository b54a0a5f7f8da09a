import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';
import { stream } from 'hono/streaming';
import type { Logger } from 'pino';
import type { HttpEnv } from './guard.ts';

/** Sends a CSV file. If a part fails, it cuts the connection, so that the file does not look complete. */
export function respondWithCsv(
  c: HonoContext<HttpEnv>,
  log: Logger,
  name: string,
  parts: Iterable<string> | AsyncIterable<string>,
): Response {
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return stream(
    c,
    async (output) => {
      for await (const part of parts) {
        if (output.aborted) break;
        await output.write(part);
        await yieldToEventLoop();
      }
    },
    async (error) => {
      log.error({ err: error, route: routePath(c) }, 'a download was cut off');
      c.env.outgoing?.destroy();
    },
  );
}
