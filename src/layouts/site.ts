import type { SiteIdentity } from '../shared/site.ts';

/** The business's identity, read from the configuration when the site is built (astro.config.mjs). */
export const site: SiteIdentity = __SITE__;

/** @returns the one address under which search engines and previews know a path: without a slash at its end */
export function absolute(path: string): string {
  return `${site.publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
