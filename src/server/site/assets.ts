import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { acceptsEncoding } from '../http/encodings.ts';

type Encoding = 'identity' | 'br' | 'gzip';

/** A file of the built site, ready to be written to a socket. */
export interface Asset {
  etag: string;
  headers: Record<string, string>;
  /** By content encoding; `identity` is always there. */
  variants: { identity: Variant; br?: Variant; gzip?: Variant };
  /** The headers of a 304, flat. */
  notModified: string[];
}

interface Variant {
  body: Buffer;
  /** Names and values in turn, as `writeHead` takes them fastest: nothing is put together per request. */
  headers: string[];
}

/** The built site by its address: `/`, `/thank-you`, `/_astro/x.js`. */
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

/** Files whose name carries a hash of their content never change. */
const immutable = 'public, max-age=31536000, immutable';
/** Pages may be kept, but are asked for again: they can change with the next build. */
const revalidate = 'public, max-age=0, must-revalidate';

/**
 * Reads the built site into memory.
 *
 * @param folder `dist/client`; a missing one gives no assets
 */
export function loadAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (/\.(br|gz)$/.test(name) || !statSync(path).isFile()) continue;
    const asset = loadAsset(path);
    for (const address of addressesOf(name.split(sep).join('/'))) assets.set(address, asset);
  }
  return assets;
}

/** @returns the addresses of a file: `thank-you/index.html` is served as `/thank-you` and `/thank-you/` */
function addressesOf(name: string): string[] {
  if (name === 'index.html') return ['/'];
  if (name.endsWith('/index.html')) {
    const page = `/${name.slice(0, -'/index.html'.length)}`;
    return [page, `${page}/`];
  }
  if (name.endsWith('.html')) return [`/${name.slice(0, -'.html'.length)}`];
  return [`/${name}`];
}

function loadAsset(path: string): Asset {
  const identity = readFileSync(path);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': path.includes(`${sep}_astro${sep}`) ? immutable : revalidate,
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  const read = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined);
  return prepareAsset(etag, headers, { identity, br: read('.br'), gzip: read('.gz') });
}

/** @returns an asset with everything that can be put together before somebody asks for it */
export function prepareAsset(
  etag: string,
  headers: Record<string, string>,
  bodies: { identity: Buffer; br?: Buffer | undefined; gzip?: Buffer | undefined },
): Asset {
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

/** @returns the same assets, with more headers on each */
export function withHeaders(assets: Assets, more: Record<string, string>): Assets {
  const done = new Map<Asset, Asset>();
  const extend = (asset: Asset): Asset => {
    const { identity, br, gzip } = asset.variants;
    const bodies = { identity: identity.body, br: br?.body, gzip: gzip?.body };
    const extended = done.get(asset) ?? prepareAsset(asset.etag, { ...more, ...asset.headers }, bodies);
    done.set(asset, extended);
    return extended;
  };
  return new Map([...assets].map(([address, asset]) => [address, extend(asset)]));
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

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
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
 * @returns the hashes of all inline scripts in the built pages, as Content-Security-Policy sources; blocks
 * of data are not run, so the policy says nothing about them
 */
export function inlineScriptHashes(assets: Assets): string[] {
  const hashes = new Set<string>();
  for (const { headers, variants } of new Set(assets.values())) {
    if (!headers['Content-Type']?.startsWith('text/html')) continue;
    for (const [, attributes = '', code = ''] of variants.identity.body
      .toString()
      .matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=|\btype="application\/(ld\+)?json"/.test(attributes) || code === '') continue;
      hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    }
  }
  return [...hashes].sort();
}
