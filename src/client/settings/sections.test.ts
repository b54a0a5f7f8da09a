import { expect, test } from 'vitest';
import { createUrlState } from '../desk/url-state.ts';
import { createSettingsSections } from './sections.ts';

function start(search: string) {
  const pushed: string[] = [];
  const url = createUrlState({
    read: () => search,
    replace: () => undefined,
    push: (next) => pushed.push(next),
    back: () => undefined,
    onChange: () => undefined,
  });
  return { pushed, sections: createSettingsSections({ url }) };
}

test('the address names the section, and the shop is the one that needs no name', () => {
  const { pushed, sections } = start('?tab=settings&section=privacy');
  expect(sections.$section.get()).toBe('privacy');
  sections.choose('shop');
  expect(sections.$section.get()).toBe('shop');
  expect(pushed).toEqual(['?tab=settings']);
  sections.choose('history');
  expect(pushed).toEqual(['?tab=settings', '?tab=settings&section=history']);
});

test('a section that there is not shows the shop', () => {
  expect(start('?tab=settings&section=nothing').sections.$section.get()).toBe('shop');
});
