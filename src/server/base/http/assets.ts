import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { chooseEncoding } from './encodings.ts';

export interface Bodies {
  identity: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
}

/** A public answer, ready to be written to a socket: nothing is put together per request. */
export interface Asset {
  bodies: Bodies;
  etag: string | null;
  /** Names and values in turn, as `writeHead` takes them fastest. */
  headers: { identity: string[]; br: string[]; gzip: string[]; notModified: string[] };
}

/** For files whose name carries a hash of their content, and the pictures that mails show for years. */
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'public, max-age=0, must-revalidate';

/** Reads a folder's files into memory, by address, with their `.br` and `.gz` copies. Empty without the folder. */
export function loadAssets(folder: string, headers: Record<string, string>): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const read = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (/\.(br|gz)$/.test(name) || !statSync(path).isFile()) continue;
    const address = `/${name.split(sep).join('/')}`;
    const bodies = { identity: readFileSync(path), br: read(`${path}.br`), gzip: read(`${path}.gz`) };
    const isImmutable = /^\/_astro\/|\/cards\/[\w-]+\.png$/.test(address);
    assets.set(address, createFile(address, bodies, headers, isImmutable));
  }
  return assets;
}

/** Prepares a file's answer, with an ETag. @param address gives the content type by its ending; without one: a page */
export function createFile(
  address: string,
  bodies: Bodies,
  headers: Record<string, string>,
  isImmutable = false,
): Asset {
  const type = address.includes('.') ? getMimeType(address) : 'text/html; charset=utf-8';
  return createAsset(bodies, {
    ...headers,
    'Content-Type': type ?? 'application/octet-stream',
    'Cache-Control': isImmutable ? immutable : revalidate,
    ETag: `"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)}"`,
    Vary: 'Accept-Encoding',
  });
}

export function createAsset(bodies: Bodies, headers: Record<string, string>): Asset {
  const headersOf = (encoding: keyof Bodies) =>
    Object.entries({
      ...headers,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      'Content-Length': String(bodies[encoding]?.length),
    }).flat();
  const { 'Content-Type': _type, ...ofNotModified } = headers;
  return {
    bodies,
    etag: headers.ETag ?? null,
    headers: {
      identity: headersOf('identity'),
      br: headersOf('br'),
      gzip: headersOf('gzip'),
      notModified: Object.entries(ofNotModified).flat(),
    },
  };
}

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** Returns a content with compressed copies, as small as they get; one that would not be smaller is left out. */
export async function compress(identity: Buffer): Promise<Bodies> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const smaller = (copy: Buffer) => (copy.length < identity.length ? copy : undefined);
  return {
    identity,
    br: smaller(await brotliAsync(identity, { params })),
    gzip: smaller(await gzipAsync(identity, { level: 9 })),
  };
}

/** Answers a GET or HEAD in the best encoding that the caller takes; 304 when the caller has it. */
export function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  { bodies, etag, headers }: Asset,
  status = 200,
): void {
  if (status === 200 && isFresh(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers.notModified).end();
    return;
  }
  const accepted = chooseEncoding(request.headers['accept-encoding']);
  const encoding = accepted && bodies[accepted] ? accepted : 'identity';
  response.writeHead(status, headers[encoding]);
  response.end(request.method === 'HEAD' ? undefined : bodies[encoding]);
}

function isFresh(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
