import type { Queryable } from '../../../db/client.ts';
import { isPresented, isSpecified, type Offer, standardOffer } from '../../shared/offers/offer-types.ts';
import { defaultRetention, type Retention } from '../../shared/ops/retention.ts';
import { describeReaders } from '../../shared/people/profile-schema.ts';
import { accentOf } from '../../shared/shop/accent.ts';
import {
  type Business,
  type BusinessColors,
  type BusinessIdentity,
  type BusinessPart,
  type BusinessState,
  type BusinessText,
  type BusinessVersion,
  businessParts,
  type PageTexts,
} from '../../shared/shop/business-schema.ts';
import { questionsOf, readQuestions } from '../../shared/shop/text-blocks.ts';
import type { Site } from '../base/config/config.ts';
import type { Context } from '../base/context.ts';
import { isoTime } from '../base/time/moments.ts';
import { isOnePerson, listPublicReaders } from '../people/people-repository.ts';
import { findNewestVersion, findValueAt, listNewestVersions, listVersions } from './business-repository.ts';
import { type DescribedOffer, defaultTexts } from './default-texts.ts';
import { listOffers } from './offer-repository.ts';
import { readRetention } from './retention-repository.ts';

type Known = Pick<Context, 'config'> & { db: Queryable };
type Named = { config: { site: Site }; db: Queryable };
const shownVersions = 50;

/** Returns the business's identity from the settings, or from the environment until an admin changes it. */
export function readIdentity({ db, config }: Named): BusinessIdentity {
  // Only checked values are stored.
  const set = findNewestVersion(db, 'identity')?.value as BusinessIdentity | OriginalValue | undefined;
  return { ...originalIdentity(config), ...(isOriginal(set) ? {} : set) };
}

/** Returns the statement descriptor at a time, without the prefix of the account at Stripe. */
export function readDescriptorAt({ db, config }: Known, time: number): string {
  const set = findValueAt(db, 'identity', time)?.value as Partial<BusinessIdentity> | undefined;
  return set?.billingDescriptor ?? config.site.billingDescriptor;
}

export function readAccentHue({ db }: Pick<Known, 'db'>): number | null {
  return (findNewestVersion(db, 'colours')?.value as BusinessColors | undefined)?.accentHue ?? null;
}

/** Returns the business's name, address, color and URL for its mails. */
export function readSender(context: Known) {
  const { siteName, contactEmail } = readIdentity(context);
  const hue = readAccentHue(context);
  const accent = hue === null ? undefined : accentOf(hue);
  return { siteName, contactEmail, accent, siteUrl: context.config.publicUrl };
}

/** Returns the business, defaults included, each part's version, and whether the bio is still the default. */
export function readBusinessState(context: Known): BusinessState {
  const { original, ...versions } = readVersions(context);
  return { ...versions, isBioSample: versions.business.bio === original.bio };
}

function readVersions({ db, config }: Known) {
  const original = originalBusiness(
    config,
    readRetention(db),
    readPresented(db),
    nameWriter(db),
    isOnePerson(db),
  );
  const business = { ...original };
  const versions = Object.fromEntries(businessParts.map((part) => [part, 0])) as BusinessState['versions'];
  for (const { name, id, value } of listNewestVersions(db)) {
    versions[name] = id;
    if (isOriginal(value)) continue;
    Object.assign(business, typeof value === 'object' ? value : { [name]: value });
  }
  return { original, business, versions };
}

/** Returns the business before any change by an admin, from the environment and the default texts. */
export function originalBusiness(
  config: Known['config'],
  retention: Retention = defaultRetention,
  offers: readonly DescribedOffer[] = [standardOffer],
  by = '',
  isAlone = false,
): Business {
  return {
    ...originalIdentity(config),
    ...originalColors,
    logo: null,
    publicUrl: config.site.publicUrl,
    ...defaultTexts(offers, by, retention, isAlone),
  };
}

function readPresented(db: Queryable): Offer[] {
  return listOffers(db).filter(isPresented);
}

/** Named readers stand beside the tagline. */
function nameWriter(db: Queryable): string {
  return describeReaders(listPublicReaders(db)).kind === 'unnamed' ? ' by one reader' : '';
}

/** Returns the business, and the texts of the home page and of each offer's page: its own, or ones true of it. */
export function readSite(context: Known, onSale: readonly Offer[]): Pick<App.Locals, 'site' | 'texts'> {
  const { business, original } = readVersions(context);
  const presented = onSale.filter(isPresented);
  const isAlone = isOnePerson(context.db);
  const textsOf = (offer: Offer): PageTexts => {
    const isOnly = presented.length === 1 && isPresented(offer);
    const general = originalBusiness(context.config, defaultRetention, [offer], '', isAlone);
    const isOwn = (text: BusinessText) => business[text] !== original[text];
    const isMeant = isOnly || isSpecified(offer);
    const ownSample = isMeant ? business.sample : '';
    const faq = offer.faq || (isOwn('faq') ? business.faq : general.faq);
    return {
      benefits: readQuestions(isOwn('benefits') ? business.benefits : general.benefits),
      questions: questionsOf(faq, offer.faq !== '' || !isOwn('faq') || isMeant),
      sample: offer.sample || (isOwn('sample') ? ownSample : general.sample),
    };
  };
  const [first, ...others] = presented;
  const shared = { benefits: readQuestions(business.benefits), questions: readQuestions(business.faq) };
  const sample = business.sample || (presented.find((offer) => offer.sample !== '')?.sample ?? '');
  const home = first && others.length === 0 ? textsOf(first) : { ...shared, sample };
  const offers = Object.fromEntries(onSale.map((offer) => [offer.id, textsOf(offer)]));
  return { site: business, texts: { home, offers } };
}

/** Returns the last 50 versions of a part, newest first, then the original as version 0. */
export function readHistory(known: Known, part: BusinessPart): BusinessVersion[] {
  const beginning = asText(originalOf(known, part));
  const changed = listVersions(known.db, part, shownVersions).map(({ id, value, changedAt, changedBy }) => ({
    version: id,
    value: isOriginal(value) ? beginning : asText(value),
    changedAt: isoTime(changedAt),
    changedBy,
  }));
  return [...changed, { version: 0, value: beginning, changedAt: null, changedBy: null }];
}

/** The stored value of a part that was reset to the original. */
export const originalValue = { isAsInTheBeginning: true } as const;
type OriginalValue = typeof originalValue;

function isOriginal(value: unknown): value is OriginalValue {
  return typeof value === 'object' && value !== null && 'isAsInTheBeginning' in value;
}

function originalOf(known: Known, part: BusinessPart): unknown {
  if (part === 'identity') return originalIdentity(known.config);
  return part === 'colours' ? originalColors : readVersions(known).original[part];
}

function originalIdentity({ site }: Named['config']): BusinessIdentity {
  const { siteName, contactEmail, billingDescriptor } = site;
  return { siteName, contactEmail, legalName: '', postalAddress: '', billingDescriptor };
}

const originalColors: BusinessColors = { accentHue: null };

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'No logo';
  if (isLogo(value)) return value.logo?.address ?? 'No logo';
  if (isColors(value)) return colorText(value);
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = value as BusinessIdentity;
  return [siteName, contactEmail, legalName, postalAddress, billingDescriptor].filter(Boolean).join('\n');
}

function isLogo(value: unknown): value is Pick<Business, 'logo'> {
  return typeof value === 'object' && value !== null && 'logo' in value;
}

function isColors(value: unknown): value is BusinessColors {
  return typeof value === 'object' && value !== null && 'accentHue' in value;
}

function colorText({ accentHue }: BusinessColors): string {
  if (accentHue === null) return 'The original plum';
  const { day, night } = accentOf(accentHue);
  return `Hue ${accentHue}: ${day} in light mode, ${night} in dark mode`;
}
