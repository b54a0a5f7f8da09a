import { zValidator } from '@hono/zod-validator';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { fieldProblems, problemOf } from '../../../shared/fields.ts';
import { limits } from '../../../shared/limits.ts';
import { pictureBodyBytes, pictureTooLarge } from '../../../shared/picture-schema.ts';
import { DomainError } from '../domain-error.ts';
import type { HttpEnv } from './guard.ts';

type Validated<From extends string, Schema extends z.ZodType> = MiddlewareHandler<
  HttpEnv,
  string,
  { in: { [Name in From]: z.input<Schema> }; out: { [Name in From]: z.output<Schema> } }
>;

/** Reads and checks a JSON body; the handler gets it from `c.req.valid('json')`. An absent body counts as `{}`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema): Validated<'json', Schema> {
  const validate: MiddlewareHandler<HttpEnv> = zValidator('json', schema as z.ZodType, refuseInvalid);
  return async (c, next) => {
    await readJson(c);
    return validate(c, next);
  };
}

/** Reads and checks a multipart form with files. It is held in memory, so `limitBody` comes first. */
export function formBody<Schema extends z.ZodType>(schema: Schema): Validated<'form', Schema> {
  return async (c, next) => {
    const type = c.req.header('content-type') ?? '';
    const sent = new Response(await c.req.arrayBuffer(), { headers: { 'content-type': type } });
    const form = await sent.formData().catch(() => {
      throw new DomainError('invalid_request', 'Send the data as a form with a file (multipart/form-data).');
    });
    const result = schema.safeParse(Object.fromEntries(form));
    refuseInvalid(result);
    c.req.addValidatedData('form', result.data as object);
    await next();
  };
}

export const noBody: MiddlewareHandler<HttpEnv> = jsonBody(z.strictObject({}));

/** Reads the body first: the validator calls every failure malformed JSON, and takes other types for `{}`. */
async function readJson(c: HonoContext<HttpEnv>): Promise<void> {
  const isEmpty = (await c.req.text()) === '';
  const isCalledJson = isJson.test(c.req.header('content-type') ?? '');
  if (!isEmpty && !isCalledJson) {
    throw new DomainError(
      'invalid_request',
      'Send the data as JSON, with the header Content-Type: application/json.',
    );
  }
  if (isEmpty && isCalledJson) Object.assign(c.req.bodyCache, { text: Promise.resolve('{}') });
}

const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Checks the URL's parameters, the first of repeated ones; the handler gets them from `c.req.valid('query')`. */
export function query<Schema extends z.ZodType>(schema: Schema): Validated<'query', Schema> {
  const parameters: z.ZodType = z.preprocess(firstOfEach, schema);
  const validate: MiddlewareHandler<HttpEnv> = zValidator('query', parameters, refuseInvalid);
  return validate;
}

/** Returns the first value of each parameter. Refuses NUL, where SQLite's search would end a text. */
function firstOfEach(query: unknown): unknown {
  const sent = Object.entries(query ?? {});
  if (sent.some(([, value]) => String(value).includes('\0'))) {
    throw new DomainError('invalid_request', 'A URL parameter has an invalid character.');
  }
  return Object.fromEntries(sent.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

function refuseInvalid(result: { success: true } | { success: false; error: z.core.$ZodError }): void {
  if (result.success) return;
  const { error } = result;
  throw new DomainError('invalid_request', problemOf(error), { fields: fieldProblems(error) });
}

export function limitBody(
  maximumBytes: number,
  message = 'That’s too much text. Please shorten it.',
): MiddlewareHandler<HttpEnv> {
  const onError = () => {
    throw new DomainError('payload_too_large', message);
  };
  return bodyLimit({ maxSize: maximumBytes, onError });
}

export const smallBody = limitBody(limits.bodyBytes);
export const readingBody = limitBody(limits.readingBodyBytes);
export const pictureBody = limitBody(pictureBodyBytes, pictureTooLarge);

/** Returns the fields of a URL-encoded form, the last of repeated ones, unchecked. */
export async function readForm(c: HonoContext<HttpEnv>): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}
