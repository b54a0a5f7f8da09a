import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Context as HonoContext } from 'hono';
import { getMimeType } from 'hono/utils/mime';

export interface Bodies {
  identity: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
}

/** A response that is prepared once and sent to every caller. */
export interface Asset {
  bodies: Bodies;
  headers: Record<keyof Bodies | 'notModified', Record<string, string>>;
}

/** Reads a folder's files into memory, by URL path, with their `.br` and `.gz` copies. */
export function loadFiles(folder: string): Map<string, Bodies> {
  const files = new Map<string, Bodies>();
  const read = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (/\.(br|gz)$/.test(name) || !statSync(path).isFile()) continue;
    const bodies = { identity: readFileSync(path), br: read(`${path}.br`), gzip: read(`${path}.gz`) };
    files.set(`/${name.split(sep).join('/')}`, bodies);
  }
  return files;
}

/** Names with a hash of the content, and the pictures that mails show for years. */
const immutable = /^\/(_astro|portraits|pictures)\/|\/cards\/[\w-]+\.png$/;

/** Prepares a file's response: type, caching, ETag. @param address its URL path; one without an extension is a page */
export function createFile(address: string, bodies: Bodies, headers: Record<string, string>): Asset {
  const type = address.includes('.') ? getMimeType(address) : 'text/html; charset=utf-8';
  return createAsset(bodies, {
    ...headers,
    'Content-Type': type ?? 'application/octet-stream',
    'Cache-Control': `public, max-age=${immutable.test(address) ? '31536000, immutable' : '0, must-revalidate'}`,
    ETag: `"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)}"`,
    Vary: 'Accept-Encoding',
  });
}

/** Prepares a response: adds only length and encoding to the headers. A 304 needs an `ETag` among them. */
export function createAsset(bodies: Bodies, headers: Record<string, string>): Asset {
  const headersOf = (encoding: keyof Bodies) => ({
    ...headers,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': String(bodies[encoding]?.length),
  });
  const { 'Content-Type': _type, ...notModified } = headers;
  const [identity, br, gzip] = [headersOf('identity'), headersOf('br'), headersOf('gzip')];
  return { bodies, headers: { identity, br, gzip, notModified } };
}

/** Sends an asset in the best encoding that the caller accepts, or 304 if the caller already has it. */
export function sendAsset(c: HonoContext, { bodies, headers }: Asset, status = 200): Response {
  if (status === 200 && isFresh(c.req.header('if-none-match'), headers.identity.ETag)) {
    return new Response(null, { status: 304, headers: headers.notModified });
  }
  const accepted = chooseEncoding(c.req.header('accept-encoding'));
  const encoding = accepted && bodies[accepted] ? accepted : 'identity';
  return new Response(bodies[encoding] as BodyInit, { status, headers: headers[encoding] });
}

function isFresh(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** `q=0` refuses an encoding (RFC 9110, 12.5.3). Hono's `accepts` would take gzip from browsers, which name it first. */
const accepting = (encoding: string) =>
  new RegExp(`(?:^|[\\s,])${encoding}\\s*(?!;\\s*q=0(?:\\.0*)?\\s*(?:,|$))(?:[;,]|$)`, 'i');
const [acceptsBrotli, acceptsGzip] = [accepting('br'), accepting('gzip')];

/** Returns the encoding to use for an Accept-Encoding header, brotli before gzip; null for neither. */
function chooseEncoding(header: string | undefined): 'br' | 'gzip' | null {
  if (!header) return null;
  if (acceptsBrotli.test(header)) return 'br';
  return acceptsGzip.test(header) ? 'gzip' : null;
}

const brotli = (effort: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: effort } });

/** Compresses a body synchronously if the caller accepts it, without Vary. @param effort 1 to 9; 4 takes under 1 ms */
export function compressNow(
  body: Buffer<ArrayBuffer> | string,
  acceptEncoding: string | undefined,
  effort: number,
): { body: Buffer<ArrayBuffer> | string; headers: Record<string, string> } {
  const encoding = chooseEncoding(acceptEncoding);
  if (encoding === null) return { body, headers: {} };
  const compressed =
    encoding === 'br' ? brotliCompressSync(body, brotli(effort)) : gzipSync(body, { level: effort });
  return { body: compressed, headers: { 'Content-Encoding': encoding } };
}

/** Returns content with brotli and gzip copies at the highest effort; leaves out a copy that is not smaller. */
export async function compress(identity: Buffer): Promise<Bodies> {
  const smaller = (copy: Buffer) => (copy.length < identity.length ? copy : undefined);
  return {
    identity,
    br: smaller(await promisify(brotliCompress)(identity, brotli(11))),
    gzip: smaller(await promisify(gzip)(identity, { level: 9 })),
  };
}
