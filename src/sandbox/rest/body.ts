import { ApiError } from './errors.ts';

const maxBytes = 64 * 1024;

function tooLarge(): ApiError {
  return new ApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' });
}

/**
 * The body as text. Hono's `bodyLimit` is no help: it rebuilds a chunked request, which fails on the
 * light request objects of its Node server.
 * @throws ApiError 413 past 64 KB, announced or not
 */
export async function readBody(request: Request): Promise<string> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw tooLarge();
    return request.text();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
