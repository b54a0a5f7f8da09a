import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { acceptsEncoding } from '../http/encodings.ts';

type Encoding = 'identity' | 'br' | 'gzip';

/** A public answer, ready to be written to a socket. */
export interface Asset {
  /** Null: it is sent in full for every request. */
  etag: string | null;
  headers: Record<string, string>;
  /** By content encoding; `identity` is always there. */
  variants: { identity: Variant; br?: Variant; gzip?: Variant };
  /** The headers of a 304, flat. */
  notModified: string[];
}

/** The same content, as it is and compressed. */
export interface Bodies {
  identity: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
}

interface Variant {
  body: Buffer;
  /** Names and values in turn, as `writeHead` takes them fastest: nothing is put together per request. */
  headers: string[];
}

/** What is answered from memory, by its address: `/`, `/thank-you`, `/_astro/x.js`. */
export type Assets = ReadonlyMap<string, Asset>;

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/** Files whose name carries a hash of their content never change, nor do the pictures that mails show for years. */
const immutable = 'public, max-age=31536000, immutable';
/** Pages may be kept, but are asked for again: they can change at any time. */
const revalidate = 'public, max-age=0, must-revalidate';

/**
 * Reads the files of the built site into memory.
 *
 * @param folder `dist/client`; a missing one gives no assets
 * @param headers those of every answer
 */
export function loadAssets(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (/\.(br|gz)$/.test(name) || !statSync(path).isFile()) continue;
    assets.set(`/${name.split(sep).join('/')}`, withHeaders(loadAsset(path), headers));
  }
  return assets;
}

const isLasting = (path: string) =>
  path.includes(`${sep}_astro${sep}`) || /[\\/]cards[\\/][\w-]+\.png$/.test(path);

function loadAsset(path: string): Asset {
  const read = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined);
  const bodies = { identity: readFileSync(path), br: read('.br'), gzip: read('.gz') };
  return assetOf(path, bodies, isLasting(path));
}

/**
 * @param path a file or an address, whose ending gives the type; without an ending it is a page
 * @param isImmutable whether it may be cached forever
 */
export function assetOf(path: string, bodies: Bodies, isImmutable = false): Asset {
  const etag = etagOf(bodies.identity);
  const headers = {
    'Content-Type': contentTypes[extname(path) || '.html'] ?? 'application/octet-stream',
    'Cache-Control': isImmutable ? immutable : revalidate,
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  return prepareAsset(etag, headers, bodies);
}

/** @returns what tells one content from another */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** @returns an asset with everything that can be put together before a request for it */
export function prepareAsset(etag: string | null, headers: Record<string, string>, bodies: Bodies): Asset {
  const variant = (encoding: Encoding, body: Buffer): Variant => ({
    body,
    headers: flat({
      ...headers,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    }),
  });
  const { 'Content-Type': _type, ...lasting } = headers;
  return {
    etag,
    headers,
    notModified: flat(lasting),
    variants: {
      identity: variant('identity', bodies.identity),
      ...(bodies.br ? { br: variant('br', bodies.br) } : {}),
      ...(bodies.gzip ? { gzip: variant('gzip', bodies.gzip) } : {}),
    },
  };
}

/** @returns the same asset, with more headers on it */
export function withHeaders(asset: Asset, more: Readonly<Record<string, string>>): Asset {
  const { identity, br, gzip } = asset.variants;
  const bodies = { identity: identity.body, br: br?.body, gzip: gzip?.body };
  return prepareAsset(asset.etag, { ...more, ...asset.headers }, bodies);
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}

/**
 * Answers a GET or HEAD with an asset, in the best encoding the caller takes; 304 when they have it.
 *
 * @param status what to answer with when the body is sent (404 for the not-found page)
 */
export function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  status = 200,
): void {
  if (status === 200 && isFresh(request.headers['if-none-match'], asset.etag)) {
    response.writeHead(304, asset.notModified);
    response.end();
    return;
  }
  const { body, headers } = chooseVariant(request.headers['accept-encoding'], asset);
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function isFresh(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

function chooseVariant(accepted: string | undefined, { variants }: Asset): Variant {
  if (accepted) {
    if (variants.br && acceptsEncoding(accepted, 'br')) return variants.br;
    if (variants.gzip && acceptsEncoding(accepted, 'gzip')) return variants.gzip;
  }
  return variants.identity;
}

/**
 * @param pages the HTML of some pages
 * @returns the hashes of all inline scripts in them, as Content-Security-Policy sources; blocks of data are not run, so
 * the policy says nothing about them
 */
export function inlineScriptHashes(pages: Iterable<string>): string[] {
  const hashes = new Set<string>();
  for (const html of pages) {
    for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=|\btype="application\/(ld\+)?json"/.test(attributes) || code === '') continue;
      hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    }
  }
  return [...hashes].sort();
}
