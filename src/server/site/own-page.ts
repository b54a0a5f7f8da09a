import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptsEncoding } from '../http/encodings.ts';
import { KeptResponse } from './kept-response.ts';

/**
 * Sends a customer's own page, compressed for callers that accept that: a letter has 15 KB and more, and a phone waits
 * another round trip for each 14.
 *
 * The page has secrets in it, and text that its visitor can choose. An attacker cannot use that its length depends on
 * them (BREACH): to have a browser ask for the page, one must know its address, and that is the secret.
 *
 * @param render writes the page into the response that it is given; if it leaves that alone, nothing is sent
 */
export async function sendOwnPage(
  request: IncomingMessage,
  response: ServerResponse,
  render: (kept: ServerResponse) => void | Promise<void>,
): Promise<void> {
  const kept = new KeptResponse(request);
  for (const [name, value = ''] of Object.entries(response.getHeaders())) kept.setHeader(name, value);
  await render(kept);
  if (!kept.isWhole) return;
  const { body, encoding } = encode(kept.body, request.headers['accept-encoding'] ?? '');
  for (const [name, value = ''] of Object.entries(kept.getHeaders())) response.setHeader(name, value);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Content-Length', body.length);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.statusCode = kept.statusCode;
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** As much effort as takes less than a millisecond. */
function encode(body: Buffer, accepted: string): { body: Buffer; encoding: 'br' | 'gzip' | null } {
  if (acceptsEncoding(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return { body: brotliCompressSync(body, { params }), encoding: 'br' };
  }
  if (acceptsEncoding(accepted, 'gzip')) return { body: gzipSync(body), encoding: 'gzip' };
  return { body, encoding: null };
}
