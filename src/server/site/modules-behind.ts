import type { Assets } from './assets.ts';

/** How a built script names one that it needs before it can run; what it asks for later has a bracket. */
const staticImport = /\b(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

/**
 * A browser learns from each script which others it needs, and asks for them in three or four rounds. A page that
 * names all of them has them in one.
 *
 * @param names of scripts of the built site, without their hashes
 * @returns the addresses of these scripts and of all that they cannot run without; none before the site is built
 */
export function modulesBehind(assets: Assets, names: string[]): string[] {
  const found = new Set<string>();
  const follow = (address: string) => {
    const asset = assets.get(address);
    if (!asset || found.has(address)) return;
    found.add(address);
    for (const [, file] of asset.variants.identity.body.toString().matchAll(staticImport))
      follow(`/_astro/${file}`);
  };
  for (const address of assets.keys()) {
    const name = /^\/_astro\/([\w-]+)\.[\w-]+\.js$/.exec(address)?.[1];
    if (name && names.includes(name)) follow(address);
  }
  return [...found];
}
