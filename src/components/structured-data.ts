import type { OfferOnSale } from '../shared/checkout/offer.ts';
import { formatDecimal } from '../shared/money.ts';
import { hasStandardName } from '../shared/orders/asked.ts';
import { describeReaders, type ReaderProfile } from '../shared/people/profile-schema.ts';
import { type Business, specifiedHeadline } from '../shared/shop/business-schema.ts';
import type { Question } from '../shared/shop/text-blocks.ts';

/**
 * Returns a page's JSON-LD (https://schema.org): website, business (with its reader, if there is only one),
 * readings with their offers, questions.
 */
export function structuredData(
  site: Business,
  offers: readonly OfferOnSale[],
  readers: readonly ReaderProfile[],
  questions: readonly Question[],
  pathOf: (offer: OfferOnSale) => string,
): object {
  const home = `${site.publicUrl}/`;
  const organization = `${home}#business`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        name: site.siteName,
        url: home,
        inLanguage: 'en',
        publisher: { '@id': organization },
      },
      {
        '@type': 'Organization',
        '@id': organization,
        name: site.siteName,
        url: home,
        logo: `${site.publicUrl}${site.logo?.address ?? '/apple-touch-icon.png'}`,
        ...(site.legalName ? { legalName: site.legalName } : {}),
        ...(site.postalAddress ? { address: site.postalAddress } : {}),
        email: site.contactEmail,
        ...employee(site, readers),
      },
      ...offers.map((offer) => ({
        '@type': 'Service',
        name: hasStandardName(offer) ? 'Personal written tarot reading' : offer.name,
        serviceType: offer.standardQuestions ? 'Career guidance' : 'Tarot reading',
        description: (!hasStandardName(offer) && offer.summary) || site.tagline,
        image: site.publicUrl + (offer.picture ?? linkPreviewOf(site).address),
        provider: { '@id': organization },
        offers: {
          '@type': 'Offer',
          url: site.publicUrl + pathOf(offer),
          ...availability(offer),
          price: formatDecimal(offer.priceMinor, offer.currency),
          priceCurrency: offer.currency.toUpperCase(),
          seller: { '@id': organization },
        },
      })),
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}

/** Returns the preview picture of links to the site: with the headline if it is the standard one, else without text. */
export function linkPreviewOf({ headline }: Business): { address: string; alt: string } {
  const cards = 'three tarot cards drawn in thin lines.';
  return headline === specifiedHeadline
    ? { address: '/link-preview.png', alt: `${headline}, beside ${cards}` }
    : { address: '/link-preview-cards.png', alt: cards.charAt(0).toUpperCase() + cards.slice(1) };
}

function availability({ closed }: OfferOnSale): object {
  if (!closed) return { availability: 'https://schema.org/InStock' };
  const again = closed.until === null ? {} : { availabilityStarts: closed.until };
  return {
    availability: `https://schema.org/${closed.reason === 'full' ? 'SoldOut' : 'OutOfStock'}`,
    ...again,
  };
}

/** Returns the reader, if there is only one. */
function employee(site: Business, readers: readonly ReaderProfile[]): object {
  const who = describeReaders(readers);
  if (who.kind !== 'one') return {};
  const { name, portrait } = who;
  return {
    employee: {
      '@type': 'Person',
      name,
      jobTitle: 'Tarot reader',
      ...(portrait ? { image: site.publicUrl + portrait.address } : {}),
    },
  };
}

/** Serializes data for an inline script with each `<` escaped, so that no text can end the script element. */
export function jsonForScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
