import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';

/** A file of the built site, ready to be written to a socket. */
export interface Asset {
  etag: string;
  headers: Record<string, string>;
  /** By content encoding; `identity` is always there. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
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
  const bodies: Asset['bodies'] = { identity };
  if (existsSync(`${path}.br`)) bodies.br = readFileSync(`${path}.br`);
  if (existsSync(`${path}.gz`)) bodies.gzip = readFileSync(`${path}.gz`);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return {
    etag,
    bodies,
    headers: {
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': path.includes(`${sep}_astro${sep}`) ? immutable : revalidate,
      ETag: etag,
      Vary: 'Accept-Encoding',
    },
  };
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
  const { etag, headers, bodies } = asset;
  if (status === 200 && isFresh(request.headers['if-none-match'], etag)) {
    response.writeHead(304, { ETag: etag, 'Cache-Control': headers['Cache-Control'], Vary: headers.Vary });
    response.end();
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'], bodies);
  const body = bodies[encoding] ?? bodies.identity;
  response.writeHead(status, {
    ...headers,
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

function chooseEncoding(accepted: string | undefined, bodies: Asset['bodies']): 'br' | 'gzip' | 'identity' {
  if (!accepted) return 'identity';
  for (const encoding of ['br', 'gzip'] as const) {
    if (bodies[encoding] && accepts(accepted, encoding)) return encoding;
  }
  return 'identity';
}

/** RFC 9110, 12.5.3: a coding is refused with `;q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** @returns the hashes of all inline scripts in the built pages, as Content-Security-Policy sources */
export function inlineScriptHashes(assets: Assets): string[] {
  const hashes = new Set<string>();
  for (const { headers, bodies } of new Set(assets.values())) {
    if (!headers['Content-Type']?.startsWith('text/html')) continue;
    for (const [, attributes = '', code = ''] of bodies.identity
      .toString()
      .matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=/.test(attributes) || code === '') continue;
      hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    }
  }
  return [...hashes].sort();
}
