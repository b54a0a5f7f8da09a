import { expect, test } from 'vitest';
import { prepareAsset } from './assets.ts';
import { thankYouFor } from './thank-you.ts';

const number = 'CT-7K3M9Q';
const html =
  'Thank you.<span data-charged> You paid.</span> <strong class="x" data-order-number></strong><p class="y" data-charged>Charge.</p>';
const page = prepareAsset('"built"', { ETag: '"built"' }, { identity: Buffer.from(html) });

const shownFor = (search: string) =>
  thankYouFor(page, `/thank-you${search}`).variants.identity.body.toString();
const etagFor = (search: string) => thankYouFor(page, `/thank-you${search}`).etag;

test('where nothing was charged, the page does not say so without a script either', () => {
  const free = html
    .replace('<span data-charged>', '<span data-charged hidden>')
    .replace('data-charged>Charge', 'data-charged hidden>Charge');
  expect(shownFor('?free=true')).toBe(free);
  expect(shownFor(`?order=${number}&free=true`)).toBe(free.replace('></strong>', `>${number}</strong>`));
});

test('only that very word says that it was free', () => {
  for (const search of ['', '?free', '?free=1', '?free=false', '?free=TRUE'])
    expect(shownFor(search)).toBe(html);
});

test('each of the pages is kept apart from the others', () => {
  const etags = ['', '?free=true', `?order=${number}`, `?order=${number}&free=true`].map(etagFor);
  expect(new Set(etags).size).toBe(4);
});
