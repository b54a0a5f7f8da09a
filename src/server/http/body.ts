import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { problemOf } from '../../shared/fields.ts';
import { limits } from '../../shared/limits.ts';
import { DomainError } from '../basics/errors.ts';
import type { HttpEnv } from './env.ts';

/**
 * Reads and checks a JSON body; the handler gets it from `c.req.valid('json')`.
 *
 * An absent body counts as `{}`; anything that is not a JSON object with a JSON content type, or does
 * not fit the schema, is an `invalid_request` that says what to do.
 */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<HttpEnv, string, { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }> {
  return async (c, next) => {
    c.req.addValidatedData('json', check(schema, await readJson(c)) as object);
    await next();
  };
}

const nothing = z.strictObject({});

/** For calls that take no data: an absent body or `{}`; anything else is an `invalid_request`. */
export const noBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  check(nothing, await readJson(c));
  await next();
};

async function readJson(c: HonoContext<HttpEnv>): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new DomainError(
      'invalid_request',
      'Send the data as JSON, with the header Content-Type: application/json.',
    );
  }
  return parseJson(text);
}

/** Checks the query parameters; the handler gets them from `c.req.valid('query')`. */
export function query<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<HttpEnv, string, { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } }> {
  return async (c, next) => {
    c.req.addValidatedData('query', check(schema, c.req.query()) as object);
    await next();
  };
}

/** Refuses bodies beyond a number of bytes with 413. */
export function limitBody(maximumBytes: number): MiddlewareHandler<HttpEnv> {
  return bodyLimit({
    maxSize: maximumBytes,
    onError: () => {
      throw new DomainError('payload_too_large', 'That is more text than fits. Please shorten it.');
    },
  });
}

export const smallBody = limitBody(limits.bodyBytes);
export const readingBody = limitBody(limits.readingBodyBytes);

/**
 * @returns what the schema makes of a value
 * @throws {DomainError} `invalid_request` with the first problem as a sentence
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new DomainError('invalid_request', problemOf(result.error));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError(
      'invalid_request',
      'The data is not valid JSON. Please check it and send it again.',
    );
  }
}
