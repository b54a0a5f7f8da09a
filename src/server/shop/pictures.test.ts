import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureForm } from '../../../tests/kit/account-form.ts';
import { addSignedIn, saidBy } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import type { BusinessState } from '../../shared/shop/business-schema.ts';

const svg = (inside = '') =>
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">${inside}<rect width="60" height="20" fill="#53224c"/></svg>`;
const png = (width: number, height: number) => {
  const create = { width, height, channels: 3, background: '#53224c' } as const;
  return sharp({ create }).png().toBuffer();
};

async function openShop() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const setLogo = (version: number, content?: string | Buffer) =>
    admin.put<BusinessState & ErrorBody>('/api/business/logo', pictureForm(version, content ?? null));
  const setPicture = (version: number, content: string | Buffer) =>
    admin.put<OfferAnswer & ErrorBody>('/api/offers/standard/picture', pictureForm(version, content));
  const file = async (address = '') => {
    const answer = await app.app.request(address);
    return { type: answer.headers.get('content-type'), data: Buffer.from(await answer.arrayBuffer()) };
  };
  return { app, admin, setLogo, setPicture, file };
}

test('draws an SVG logo and keeps nothing of its text', async () => {
  const { app, setLogo, file } = await openShop();
  const { body } = await setLogo(0, svg('<script>alert(1)</script>'));
  expect(body.business.logo).toMatchObject({ width: 480, height: 160 });
  expect(app.words.read().site.logo).toEqual(body.business.logo);
  const { type, data } = await file(body.business.logo?.address);
  expect(type).toBe('image/webp');
  expect(data.includes('alert')).toBe(false);
  expect(JSON.stringify(app.words.read().site)).not.toContain('base64');
});

test('removes a logo, and brings an earlier one back', async () => {
  const { admin, setLogo, file } = await openShop();
  const first = (await setLogo(0, svg())).body;
  const second = (await setLogo(first.versions.logo)).body;
  expect(second.business.logo).toBeNull();
  const to = { to: first.versions.logo, version: second.versions.logo };
  const { body } = await admin.put<BusinessState>('/api/business/parts/logo/restore', to);
  expect(body.business.logo).toEqual(first.business.logo);
  expect((await file(first.business.logo?.address)).type).toBe('image/webp');
});

test('serves an offer’s picture until it is removed or the offer archived', async () => {
  const { admin, setPicture, file } = await openShop();
  const { body } = await setPicture(1, await png(900, 900));
  expect(body.version).toBe(2);
  const { type, data } = await file(body.picture ?? '');
  const { width, height } = await sharp(data).metadata();
  expect([type, width, height]).toEqual(['image/webp', 960, 640]);
  const kept = await admin.put<OfferAnswer>('/api/offers/standard', { days: 4, version: 2 });
  expect(kept.body.picture).toBe(body.picture);
  const removed = await admin.put<OfferAnswer>('/api/offers/standard', { picture: null, version: 3 });
  expect(removed.body.picture).toBeNull();
  expect((await file(body.picture ?? '')).type).not.toBe('image/webp');
});

test.each([
  ['an SVG as an offer’s picture', 'picture', svg(), 'Please choose a JPEG, PNG or WebP picture.'],
  ['a page as a logo', 'logo', '<html><svg></svg></html>', 'Please choose an SVG or PNG file.'],
  ['a broken logo', 'logo', '<svg xmlns="http://www.w3.org/2000/svg"><rect', 'This picture is broken.'],
] as const)('refuses %s', async (_name, kind, content, message) => {
  const { setLogo, setPicture } = await openShop();
  expect(saidBy(await (kind === 'logo' ? setLogo(0, content) : setPicture(1, content)))).toContain(
    `400 ${message}`,
  );
});

test('refuses a picture for an older version', async () => {
  const { setLogo, setPicture } = await openShop();
  expect((await setPicture(7, await png(200, 200))).status).toBe(409);
  await setLogo(0, svg());
  expect((await setLogo(0, svg())).status).toBe(409);
});
