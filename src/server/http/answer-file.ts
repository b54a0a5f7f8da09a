import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';
import { stream } from 'hono/streaming';
import type { Logger } from 'pino';
import type { HttpEnv } from './env.ts';

/**
 * Answers a file to be saved, part by part. When a part fails, logs that and cuts the connection: a normal end of the
 * answer would say that the file is complete.
 *
 * @param parts each is read when the one before has been sent
 */
export function answerFile(
  c: HonoContext<HttpEnv>,
  log: Logger,
  { name, type }: { name: string; type: string },
  parts: Iterable<string> | AsyncIterable<string>,
): Response {
  c.header('Content-Type', type);
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return stream(
    c,
    async (output) => {
      for await (const part of parts) {
        // The client has left; a write to a closed connection does not fail.
        if (output.aborted) break;
        await output.write(part);
        // Each part reads the database; requests that arrived meanwhile are answered first.
        await letOthersGo();
      }
    },
    async (error) => {
      log.error({ err: error, route: routePath(c) }, 'a file broke off');
      c.env.outgoing?.destroy();
    },
  );
}
