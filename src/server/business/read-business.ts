import {
  type Business,
  type BusinessIdentity,
  type BusinessPart,
  type BusinessState,
  type BusinessVersion,
  businessParts,
} from '../../shared/business.ts';
import type { Context } from '../context/context.ts';
import { isoTime } from '../time/iso-time.ts';
import { findNewestVersion, listNewestVersions, listVersions } from './business-repository.ts';
import { defaultTexts } from './default-texts.ts';

type Known = Pick<Context, 'db' | 'config'>;

/** How many versions of a part are shown. */
const shownVersions = 50;

/**
 * @returns who the business is, as mails and pages say it: what the admin has set, and until then what the environment
 * says
 */
export function readIdentity({ db, config }: Known): BusinessIdentity {
  // Only `changeBusiness` writes it, after its schema.
  const set = findNewestVersion(db, 'identity')?.value as BusinessIdentity | undefined;
  return set ?? originalIdentity(config);
}

/** @returns all that the pages say about the business */
export function readBusiness(context: Known): Business {
  return readState(context).business;
}

/** @returns the same, with the version of each part */
export function readState({ db, config }: Known): BusinessState {
  const business = originalBusiness(config);
  const versions = Object.fromEntries(businessParts.map((part) => [part, 0])) as BusinessState['versions'];
  for (const { name, id, value } of listNewestVersions(db)) {
    versions[name] = id;
    Object.assign(business, name === 'identity' ? value : { [name]: value });
  }
  return { business, versions };
}

/** @returns what the business says before anybody has changed it */
export function originalBusiness(config: Known['config']): Business {
  const { billingDescriptor, publicUrl, readerBio } = config.site;
  return {
    ...originalIdentity(config),
    billingDescriptor,
    publicUrl,
    ...defaultTexts,
    bio: readerBio.join('\n\n'),
  };
}

/** @returns what a part was, the newest first and the beginning last */
export function readHistory({ db, config }: Known, part: BusinessPart): BusinessVersion[] {
  const changed = listVersions(db, part, shownVersions).map(({ id, value, changedAt, changedBy }) => ({
    version: id,
    value: asText(value),
    changedAt: isoTime(changedAt),
    changedBy,
  }));
  const original = { version: 0, value: asText(originalOf(config, part)), changedAt: null, changedBy: null };
  return [...changed, original];
}

/** @returns what a part was before anybody changed it */
export function originalOf(config: Known['config'], part: BusinessPart): unknown {
  return part === 'identity' ? originalIdentity(config) : originalBusiness(config)[part];
}

function originalIdentity({ site }: Known['config']): BusinessIdentity {
  return { siteName: site.siteName, contactEmail: site.contactEmail, legalName: '', postalAddress: '' };
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { siteName, contactEmail, legalName, postalAddress } = value as BusinessIdentity;
  return [siteName, contactEmail, legalName, postalAddress].filter(Boolean).join('\n');
}
