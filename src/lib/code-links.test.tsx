import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCode } from '../features/checkout/checkout-memory.ts';
import { rememberCode } from '../features/checkout/LazyFields.tsx';
import { carryCode } from './code-links.ts';
import { pageStorage } from './page-storage.ts';

const before = location.href;
let page: HTMLElement;

beforeEach(() => {
  page = document.createElement('main');
  document.body.append(page);
});
afterEach(() => {
  page.remove();
  sessionStorage.clear();
  history.replaceState(null, '', before);
});

function open(search: string, ...links: string[]): () => string[] {
  history.replaceState(null, '', `/faq${search}`);
  page.innerHTML = links.map((href) => `<a href="${href}">link</a>`).join('');
  carryCode();
  return () => Array.from(page.querySelectorAll('a'), ({ href }) => href.replace(location.origin, ''));
}

test.each([
  ['?CODE=Spring', 'Spring', 'Spring'],
  ['?utm_source=mail&Code=MAY%20DAY', 'MAY DAY', 'MAY+DAY'],
  ['?cOdE=%D7%90%D7%91', 'אב', '%D7%90%D7%91'],
])('a link with %s gives its code to tab and links', (search, code, written) => {
  const links = open(search, '/', '/readings/three-cards?from=faq', '/readings/trio#order-title');
  expect(findCode(pageStorage, '')).toBe(code);
  expect(links()).toEqual([
    `/?code=${written}`,
    `/readings/three-cards?from=faq&code=${written}`,
    `/readings/trio?code=${written}#order-title`,
  ]);
});

test('adds no code to other sites or to anchors on the page', () => {
  const links = ['https://other.example/', 'mailto:hello@shop.example', '#faq', '/faq#top'];
  expect(open('?code=SPRING', ...links)()).toEqual([
    ...links.slice(0, 2),
    '/faq?code=SPRING#faq',
    '/faq#top',
  ]);
});

test('updates the code of a link when it is pressed or focused', () => {
  const links = open('?code=SPRING', '/', '/readings/trio');
  const link = page.querySelector('a');
  rememberCode(pageStorage, 'WINTER');
  link?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 1 }));
  expect(links()).toEqual(['/?code=WINTER', '/readings/trio?code=WINTER']);
  expect(location.search).toBe('');
  rememberCode(pageStorage, '');
  link?.focus();
  expect(links()).toEqual(['/', '/readings/trio']);
});
