import { expect, test } from 'vitest';
import type { Business } from '../../shared/business.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import type { PublicReader } from '../../shared/people/profiles.ts';
import { jsonForScript, structuredData } from './structured-data.ts';

const site: Business = {
  siteName: 'Cards </script><script>alert(1)</script><!--',
  contactEmail: 'hello@cards.example',
  legalName: 'Cards Ltd.',
  postalAddress: '1 High Street',
  billingDescriptor: 'CARDS',
  accentHue: null,
  publicUrl: 'https://cards.example',
  bio: '',
  faq: '## Is it "true"?\nIt is.\n\n## How long?\nA page.',
  terms: '',
  privacy: '',
  refunds: '',
};
const offer: Offer = { priceCents: 6_050, currency: 'usd', promisedDay: '2026-11-25', closed: null };

test('the name of the business cannot break out of the structured data', () => {
  const json = jsonForScript(structuredData(site, offer, [], 'A reading'));
  expect(json).not.toContain('<');
  expect(JSON.parse(json)['@graph'][0].name).toBe(site.siteName);
});

test('the structured data answers every question and offers the service at its price', () => {
  const json = jsonForScript(structuredData(site, offer, [], 'A reading'));
  for (const words of ['Is it "true"?', 'It is.', 'How long?', 'A page.']) {
    expect(json).toContain(JSON.stringify(words));
  }
  expect(json).toContain('"@type":"Offer"');
  expect(json).toContain('"price":"60.50","priceCurrency":"USD"');
});

test.each<[Offer['closed'], object]>([
  [null, { availability: 'https://schema.org/InStock' }],
  [{ until: null, reason: 'full' }, { availability: 'https://schema.org/SoldOut' }],
  [
    { until: '2026-12-01', reason: 'closed' },
    { availability: 'https://schema.org/OutOfStock', availabilityStarts: '2026-12-01' },
  ],
])('with a shop closed like %j a reading is offered as %j', (closed, told) => {
  const data = JSON.parse(jsonForScript(structuredData(site, { ...offer, closed }, [], 'A reading')));
  expect(data['@graph'][2].offers).toMatchObject(told);
});

test('the one who writes is named, and nobody of several', () => {
  const elena = {
    name: 'Elena Marsh',
    since: 2009,
    portrait: { address: '/portraits/a.webp', alt: 'Elena' },
  };
  const told = (readers: PublicReader[]) => jsonForScript(structuredData(site, offer, readers, 'A reading'));
  expect(told([elena])).toContain('"name":"Elena Marsh"');
  expect(told([elena])).toContain('https://cards.example/portraits/a.webp');
  expect(told([elena, elena])).not.toContain('Elena');
  expect(told([{ ...elena, name: null }])).not.toContain('"Person"');
});
