import { expect, test } from 'vitest';
import { fakeAddressBar } from '../desk/desk-testing.ts';
import { createUrlState } from '../desk/url-state.ts';
import { createSettingsSections } from './sections.ts';

test.each([
  ['privacy', 'privacy'],
  ['delivery', 'delivery'],
  ['service', 'health'],
  ['nothing', 'shop'],
])('the address names the section: %s shows %s', (named, shown) => {
  const url = createUrlState(fakeAddressBar(`?tab=settings&section=${named}`));
  expect(createSettingsSections({ url }).$section.get()).toBe(shown);
});

test('a chosen section stands in the address, but for the shop', () => {
  const bar = fakeAddressBar('?tab=settings&section=privacy');
  const sections = createSettingsSections({ url: createUrlState(bar) });
  for (const section of ['shop', 'history'] as const) sections.choose(section);
  expect(bar.history.slice(1)).toEqual(['?tab=settings', '?tab=settings&section=history']);
});
