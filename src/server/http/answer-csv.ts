import type { Context as HonoContext } from 'hono';
import type { Logger } from 'pino';
import { answerFile } from './answer-file.ts';
import type { HttpEnv } from './env.ts';

/** Answers a table as `answerFile` does. @param name the file's name */
export function answerCsv(
  c: HonoContext<HttpEnv>,
  log: Logger,
  name: string,
  parts: Iterable<string> | AsyncIterable<string>,
): Response {
  return answerFile(c, log, { name, type: 'text/csv; charset=utf-8' }, parts);
}
