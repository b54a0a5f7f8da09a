import type { OfferOnSale } from '../shared/checkout/offer.ts';
import { formatDecimal } from '../shared/money.ts';
import { isStandard } from '../shared/orders/asked.ts';
import { describeReaders, type ReaderProfile } from '../shared/people/profile-schema.ts';
import type { Business } from '../shared/shop/business-schema.ts';
import { questionsOf } from '../shared/shop/text-blocks.ts';

/** Returns a page's JSON-LD (https://schema.org): website, business, readings with their offers, questions. */
export function structuredData(
  site: Business,
  offers: readonly OfferOnSale[],
  readers: readonly ReaderProfile[],
  description: string,
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
        logo: `${site.publicUrl}/apple-touch-icon.png`,
        ...(site.legalName ? { legalName: site.legalName } : {}),
        ...(site.postalAddress ? { address: site.postalAddress } : {}),
        email: site.contactEmail,
        ...employee(site, readers),
      },
      ...offers.map((offer) => ({
        '@type': 'Service',
        name: isStandard(offer) ? 'Personal written tarot reading' : offer.name,
        serviceType: 'Career guidance',
        description: (!isStandard(offer) && offer.summary) || description,
        image: `${site.publicUrl}/link-preview.png`,
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
        mainEntity: questionsOf(site.faq, offers.length !== 1 || offers.every(isStandard)).map(
          ({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          }),
        ),
      },
    ],
  };
}

function availability({ closed }: OfferOnSale): object {
  if (!closed) return { availability: 'https://schema.org/InStock' };
  const again = closed.until === null ? {} : { availabilityStarts: closed.until };
  return {
    availability: `https://schema.org/${closed.reason === 'full' ? 'SoldOut' : 'OutOfStock'}`,
    ...again,
  };
}

/** The reader, when there is only one. */
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

/** Serializes data for an inline script, with each `<` escaped, so that no text can end the script element. */
export function jsonForScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
