import type { SiteIdentity } from '../shared/site.ts';

/** The business's identity, read from the configuration when the site is built (astro.config.mjs). */
export const site: SiteIdentity = __SITE__;
