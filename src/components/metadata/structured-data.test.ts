import { expect, test } from 'vitest';
import { questions } from '../faq.ts';
import { jsonForScript, structuredData } from './structured-data.ts';

const site = {
  siteName: 'Cards </script><script>alert(1)</script><!--',
  contactEmail: 'hello@cards.example',
  billingDescriptor: 'CARDS',
  readerBio: [],
  publicUrl: 'https://cards.example',
};

test('the name of the business cannot break out of the structured data', () => {
  const json = jsonForScript(structuredData(site, 'A reading'));
  expect(json).not.toContain('<');
  expect(JSON.parse(json)['@graph'][0].name).toBe(site.siteName);
});

test('the structured data answers every question, offers the service, and names no price', () => {
  const json = jsonForScript(structuredData(site, 'A reading'));
  for (const { question, answer } of questions) {
    expect(json).toContain(JSON.stringify(question));
    expect(json).toContain(JSON.stringify(answer));
  }
  expect(json).toContain('"@type":"Offer"');
  expect(json).not.toMatch(/price|\$|USD/i);
});
