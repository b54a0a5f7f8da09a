import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context as HonoContext, TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import { acceptsEncoding } from './encodings.ts';
import type { HttpEnv } from './env.ts';

/** In characters. A shorter answer arrives no sooner when compressed. */
const worthIt = 4_096;

/**
 * Answers JSON that may be long, compressed for callers who accept that: 77 KB of orders become 9, in no more time than
 * writing them as JSON took. More effort saves little: the next steps take three times as long for a tenth less.
 *
 * Only for answers that staff alone read and that hold no secret. The length of a compressed answer tells an
 * eavesdropper who can put words of their own into it which of these occur in it again (BREACH), and customers can put
 * words into it: their orders are in the lists. No such answer holds a credential: sessions are known by a cookie, and
 * headers are not compressed; links of orders and payments are in other answers.
 */
export function answerLong<T extends object>(c: HonoContext<HttpEnv>, value: T) {
  const text = JSON.stringify(value);
  const accepted = text.length < worthIt ? '' : (c.req.header('accept-encoding') ?? '');
  const { body, encoding } = encode(text, accepted);
  const answer = c.newResponse(body, 200, {
    'Content-Type': 'application/json',
    Vary: 'Accept-Encoding',
    ...encoding,
  });
  return answer as Response & TypedResponse<JSONParsed<T>, 200, 'json'>;
}

function encode(text: string, accepted: string) {
  if (acceptsEncoding(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    return { body: brotliCompressSync(text, { params }), encoding: { 'Content-Encoding': 'br' } };
  }
  if (acceptsEncoding(accepted, 'gzip')) {
    return { body: gzipSync(text, { level: 1 }), encoding: { 'Content-Encoding': 'gzip' } };
  }
  return { body: text, encoding: {} };
}
