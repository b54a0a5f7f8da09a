import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { SiteIdentity } from '../../shared/site.ts';

const variables: Record<keyof SiteIdentity, string> = {
  siteName: 'SITE_NAME',
  contactEmail: 'CONTACT_EMAIL',
  billingDescriptor: 'BILLING_DESCRIPTOR',
  readerBio: 'READER_BIO',
  publicUrl: 'PUBLIC_URL',
};

/** Notes in a file what the static pages say about the business, when they are built. */
export function noteBuiltIdentity(file: string | URL, site: SiteIdentity): void {
  writeFileSync(file, JSON.stringify(site));
}

/**
 * The static pages keep what they were built with; mails and the pages that are rendered say what is
 * configured now. With another PUBLIC_URL, search engines and previews are sent to an address nobody serves.
 *
 * @param file the note of the build
 * @returns the variables whose values differ now; none when there is no note
 */
export function findOutdatedIdentity(file: string | URL, site: SiteIdentity): string[] {
  if (!existsSync(file)) return [];
  const built: Partial<SiteIdentity> = JSON.parse(readFileSync(file, 'utf8'));
  const keys = Object.keys(variables) as (keyof SiteIdentity)[];
  return keys
    .filter((key) => JSON.stringify(built[key]) !== JSON.stringify(site[key]))
    .map((key) => variables[key]);
}
