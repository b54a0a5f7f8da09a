import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { checkoutBudgets } from '../budgets.ts';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import { openConnection, requestBytes } from '../harness/connection.ts';
import * as format from '../harness/format.ts';
import { builtSite, startProduct } from '../harness/servers.ts';

interface Weight {
  address: string;
  bytes: number;
}

const staticImport = /\b(?:import|export)\s*(?:[\w$*{}\s,]+from\s*)?["'](\.{0,2}\/[^"']+)["']/g;
const scriptTag = /<script\b[^>]*\bsrc="(\/[^"]+)"/g;
const islandAttribute = /\b(?:component-url|renderer-url|before-hydration-url)="(\/[^"]+)"/g;
const linkTag = /<link\b[^>]*>/g;

/**
 * What the checkout page makes a browser load from us, as it goes over the wire: everything that the
 * page names and the scripts import statically. (`tests/e2e/checkout/budgets.e2e.ts` asks a browser instead, and fails.)
 */
export async function measureCheckoutSize({ folder, progress }: Workplace): Promise<Finding[]> {
  const page = await askForCheckout(join(folder, 'checkout-size.db'));
  const html = brotliDecompressSync(page).toString();
  const links = [...html.matchAll(linkTag)].map(([tag]) => ({
    kind: attribute(tag, 'rel'),
    as: attribute(tag, 'as'),
    address: attribute(tag, 'href'),
  }));
  const named = (isWanted: (link: (typeof links)[number]) => boolean) =>
    links.filter((link) => link.address.startsWith('/') && isWanted(link)).map(({ address }) => address);

  const sheets = named(({ kind }) => kind === 'stylesheet');
  const scripts = reachableScripts([
    ...found(html, scriptTag),
    ...found(html, islandAttribute),
    ...named(({ kind, as }) => kind === 'modulepreload' || (kind === 'preload' && as === 'script')),
  ]);
  const fonts = new Set([
    ...named(({ kind, as }) => kind === 'preload' && as === 'font'),
    ...sheets.flatMap((sheet) =>
      found(readFileSync(builtSite + sheet, 'utf8'), /url\(["']?(\/[^"')]+\.woff2)/g),
    ),
  ]);
  const groups = [
    { what: 'JavaScript', budget: checkoutBudgets.JavaScript, files: weigh(scripts) },
    { what: 'CSS', budget: checkoutBudgets.CSS, files: weigh(sheets) },
    { what: 'HTML', budget: checkoutBudgets.HTML, files: [{ address: '/', bytes: page.length }] },
    { what: 'fonts', budget: checkoutBudgets.fonts, files: weigh(fonts) },
  ];
  const blocking = [...html.matchAll(/<script\b([^>]*)\bsrc=/g)].filter(
    ([tag]) => !/\b(?:type="module"|async|defer)/.test(tag),
  );
  for (const { what, files } of groups) {
    for (const { address, bytes } of files) progress(`${what}: ${format.kilobytes(bytes)} ${address}`);
  }
  return [
    ...groups.flatMap(({ what, budget, files }) => {
      const sum = files.reduce((total, { bytes }) => total + bytes, 0);
      const heaviest = files
        .slice(0, 2)
        .map(({ address, bytes }) => `${posix.basename(address)} ${format.kilobytes(bytes)}`);
      return [
        atMost(`${what} of /`, sum, budget, format.kilobytes),
        ...(files.length > 1 ? [{ what: `  ${files.length} files`, measured: heaviest.join(', ') }] : []),
      ];
    }),
    atMost('scripts that block rendering', blocking.length, 0, format.count),
  ];
}

/** @returns these scripts and everything they import statically, and so before they run */
function reachableScripts(entries: string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (reached.has(script)) continue;
    reached.add(script);
    const folder = posix.dirname(script);
    const code = readFileSync(builtSite + script, 'utf8');
    for (const address of found(code, staticImport)) waiting.push(posix.resolve(folder, address));
  }
  return reached;
}

/** @returns what the files weigh on the wire, the heaviest first; compressed where the build did that */
function weigh(addresses: Iterable<string>): Weight[] {
  return [...addresses]
    .map((address) => {
      const compressed = `${builtSite}${address}.br`;
      return { address, bytes: statSync(existsSync(compressed) ? compressed : builtSite + address).size };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, address = '']) => address);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

/** @returns the checkout as the product sends it, compressed */
async function askForCheckout(databasePath: string): Promise<Buffer> {
  const product = await startProduct(databasePath);
  try {
    const connection = await openConnection(product.port);
    const asked = connection.send(requestBytes('GET', '/', { 'Accept-Encoding': 'br' }));
    const { body } = await asked.finally(() => connection.close());
    return body;
  } finally {
    await product.stop();
  }
}
