import { expect, test } from 'vitest';
import type { OfferOnSale } from '../shared/checkout/offer.ts';
import { standardOffer } from '../shared/offers/offer-types.ts';
import type { ReaderProfile } from '../shared/people/profile-schema.ts';
import type { Business } from '../shared/shop/business-schema.ts';
import { jsonForScript, structuredData } from './structured-data.ts';

const site: Business = {
  ...{ siteName: 'Cards </script><script>alert(1)</script><!--', contactEmail: 'hello@cards.example' },
  ...{ legalName: 'Cards Ltd.', postalAddress: '1 High Street', billingDescriptor: 'CARDS' },
  ...{ accentHue: null, logo: null, publicUrl: 'https://cards.example' },
  ...{ headline: 'Cards by email', tagline: 'A reading', benefits: '', sample: '', bio: '', faq: '' },
  ...{ terms: '', privacy: '', refunds: '' },
};
const questions = [
  { question: 'Is it "true"?', answer: 'It is.' },
  { question: 'How long?', answer: 'A page.' },
];
const offer: OfferOnSale = {
  ...standardOffer,
  ...{ priceMinor: 6_050, locale: 'en-US', promisedDay: '2026-11-25', closed: null, isFull: false },
};

const jsonOf = (changes: Partial<OfferOnSale> = {}, readers: ReaderProfile[] = []) =>
  jsonForScript(structuredData(site, [{ ...offer, ...changes }], readers, questions, () => '/'));

test('contains the name, questions, and price, safely escaped', () => {
  const json = jsonOf();
  expect(json).not.toContain('<');
  expect(JSON.parse(json)['@graph'][0].name).toBe(site.siteName);
  for (const words of ['Is it "true"?', 'It is.', 'How long?', 'A page.']) {
    expect(json).toContain(JSON.stringify(words));
  }
  expect(json).toContain('"serviceType":"Career guidance"');
  expect(jsonOf({ standardQuestions: false })).not.toMatch(/career/i);
  expect(json).toContain('"@type":"Offer"');
  expect(json).toContain('"price":"60.50","priceCurrency":"USD"');
});

test.each<[OfferOnSale['closed'], object]>([
  [null, { availability: 'https://schema.org/InStock' }],
  [{ until: null, reason: 'full' }, { availability: 'https://schema.org/SoldOut' }],
  [
    { until: '2026-12-01', reason: 'closed' },
    { availability: 'https://schema.org/OutOfStock', availabilityStarts: '2026-12-01' },
  ],
])('shows the offer of a shop closed like %j as %j', (closed, told) => {
  expect(JSON.parse(jsonOf({ closed }))['@graph'][2].offers).toMatchObject(told);
});

test('names the reader only if there is just one', () => {
  const portrait = { address: '/portraits/a.webp', alt: 'Elena' };
  const elena = { displayName: 'Elena Marsh', readingSince: 2009, signature: null, about: null, portrait };
  expect(jsonOf({}, [elena])).toContain('"name":"Elena Marsh"');
  expect(jsonOf({}, [elena])).toContain('https://cards.example/portraits/a.webp');
  expect(jsonOf({}, [elena, elena])).not.toContain('Elena');
  expect(jsonOf({}, [{ ...elena, displayName: null }])).not.toContain('"Person"');
});

test('lists each offer as a service with its own page', () => {
  const named = { id: 'three', slug: 'three-cards', name: 'Three cards', summary: 'A short letter.' };
  const three = { ...offer, ...named };
  const data = structuredData(site, [offer, three], [], questions, ({ slug }) => `/readings/${slug}`);
  expect(JSON.parse(jsonForScript(data))['@graph'].slice(2, 4)).toMatchObject([
    { name: 'Personal written tarot reading', description: 'A reading' },
    {
      name: 'Three cards',
      description: 'A short letter.',
      offers: { url: 'https://cards.example/readings/three-cards', price: '60.50' },
    },
  ]);
});
