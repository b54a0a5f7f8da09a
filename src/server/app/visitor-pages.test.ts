import { expect, test } from 'vitest';
import { parseConfig } from '../base/config/config.ts';
import { publicPageAt } from './public-pages.ts';
import { readVisit } from './visitor-pages.ts';

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const admin = { id: 'a', username: 'boss', role: 'admin', writes: false, displayName: null } as const;

const visit = (headers: Record<string, string> = {}, method = 'GET', user: typeof admin | null = null) => {
  const request = { method, headers: new Headers({ 'user-agent': agent, ...headers }) };
  return readVisit(parseConfig({}), request, user);
};

test('recognizes a customer’s visit, but not a HEAD request or an admin', () => {
  expect(visit()).toMatchObject({ isCustomer: true, cookie: null });
  expect(visit({ cookie: 'other=1; checkout=buyer' })).toMatchObject({ isCustomer: true, cookie: 'buyer' });
  expect(visit({}, 'HEAD').isCustomer).toBe(false);
  expect(visit({}, 'GET', admin).isCustomer).toBe(false);
});

test.each([
  ['sec-purpose', 'prefetch;prerender'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['user-agent', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['user-agent', 'WhatsApp/2.23.20.0'],
  ['user-agent', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['user-agent', 'curl/8.5.0'],
  ['user-agent', ''],
])('does not count a visit with %s: %s as the customer’s', (name, value) => {
  expect(visit({ [name]: value }).isCustomer).toBe(false);
});

test.each([
  ['/readings/three-cards', '/readings/three-cards'],
  ['/readings/three-cards/', '/readings/three-cards'],
  ['/readings/trio', '/readings/three-cards'],
  ['/readings/small', '/readings/small'],
  ['/readings/archived', null],
  ['/readings', null],
])('resolves the offer page %s to %s', (path, page) => {
  const offers = [
    { slug: 'three-cards', oldSlugs: ['trio', 'small'] },
    { slug: 'small', oldSlugs: [] },
  ];
  expect(publicPageAt(path, { offers, aftercare: { quotes: [] } })).toBe(page);
});
