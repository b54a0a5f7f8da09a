import sharp from 'sharp';
import { expect, test } from 'vitest';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { Account } from '../../shared/people/account-schema.ts';
import type { Person } from '../../shared/people/staff.ts';
import { pictureBytes } from '../../shared/picture-schema.ts';
import { listPublicReaders } from '../people/people-repository.ts';

async function createDesk() {
  let changes = 0;
  const app = createTestApp({
    invalidatePublicPages: () => {
      changes += 1;
      app.words.invalidate();
    },
  });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const people = async () => (await admin.get<Person[]>('/api/staff')).body;
  const ritaId = (await people()).find(({ username }) => username === 'rita')?.id ?? '';
  const account = async () => (await rita.get<Account>('/api/account')).body;
  return { app, admin, rita, ritaId, people, account, changes: () => changes };
}

/** A picture as a telephone makes it: lying on its side, with what it knows of the place. */
async function photo(width = 900, height = 600, type: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#53224c' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'A photographer, Lisbon' } } })
    .toFormat(type)
    .toBuffer();
}

function form(picture: Buffer | null, alt = 'Rita at her table', type = 'image/jpeg'): FormData {
  const file = picture && new File([new Uint8Array(picture)], 'me.jpg', { type });
  return accountForm({ portrait: { alt } }, file ?? undefined);
}

test('shows a reader’s new profile on the public pages', async () => {
  const { app, rita, account, changes } = await createDesk();
  const named = { displayName: 'Rita Moss', signature: 'Rita' };
  const profile = { ...named, readingSince: 2009, about: 'I read slowly.' };
  const before = changes();
  expect((await rita.put('/api/account', accountForm(profile))).status).toBe(200);
  expect((await account()).profile).toEqual({ ...profile, portrait: null });
  expect(listPublicReaders(app.db)).toEqual([{ ...profile, portrait: null }]);
  expect(changes()).toBeGreaterThan(before);
});

const types = ['jpeg', 'png', 'webp'] as const;
test.each(types)('turns a %s into a small upright square without its metadata', async (type) => {
  const { app, rita, account } = await createDesk();
  const sent = await rita.put('/api/account', form(await photo(900, 600, type)));
  expect(sent.status).toBe(200);
  const { portrait } = (await account()).profile ?? {};
  expect(portrait?.alt).toBe('Rita at her table');
  const answer = await app.app.request(portrait?.address ?? '');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: expect.stringContaining(portrait?.address.slice('/portraits/'.length, -'.webp'.length) ?? '-'),
  });
  const picture = Buffer.from(await answer.arrayBuffer());
  expect(picture.length).toBeLessThan(20_000);
  expect(picture.includes('Lisbon')).toBe(false);
  const kept = await sharp(picture).metadata();
  expect(kept).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect(kept.exif).toBeUndefined();
  expect(kept.orientation).toBeUndefined();
});

test('changes the alt text alone, if there is a portrait', async () => {
  const { rita, account } = await createDesk();
  expect((await rita.put('/api/account', form(null))).status).toBe(404);
  await rita.put('/api/account', form(await photo()));
  const first = (await account()).profile?.portrait;
  await rita.put('/api/account', form(null, 'Rita with her cards'));
  const renamed = { address: first?.address, alt: 'Rita with her cards' };
  expect((await account()).profile?.portrait).toEqual(renamed);
});

test('stops serving a replaced or removed portrait, or a closed account’s', async () => {
  const { app, admin, rita, ritaId, account, changes } = await createDesk();
  const send = async (picture: Buffer) => rita.put('/api/account', form(picture));
  const address = async () => (await account()).profile?.portrait?.address;
  const isShown = async (address = '') => (await app.app.request(address)).status === 200;
  await send(await photo());
  const first = await address();
  expect(await isShown(first)).toBe(true);
  const other = sharp(await photo()).negate();
  await send(await other.jpeg().toBuffer());
  const second = await address();
  expect(second).not.toBe(first);
  expect([await isShown(first), await isShown(second)]).toEqual([false, true]);
  await rita.put('/api/account', accountForm({ portrait: null }));
  expect([await isShown(second), await address()]).toEqual([false, undefined]);
  await send(await photo());
  const before = changes();
  await admin.put(`/api/staff/${ritaId}/active`, { isActive: false });
  expect(changes()).toBeGreaterThan(before);
  expect([await isShown(first), listPublicReaders(app.db)]).toEqual([false, []]);
});

/** A PNG of a few hundred bytes that says it is so large, in pixels. */
const bomb = (width: number, height: number) => async (): Promise<Buffer> => {
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

const text = (content: string) => async () => Buffer.from(content);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>';
const refused: [what: string, file: () => Promise<Buffer>, status: number, words: RegExp][] = [
  ['a text file', text('no picture at all'), 400, /JPEG, PNG or WebP/],
  ['an SVG drawing', text(svg), 400, /JPEG, PNG or WebP/],
  ['a truncated file', async () => (await photo()).subarray(0, 900), 400, /broken/],
  ['a picture that unpacks to gigabytes', bomb(50_000, 50_000), 400, /more than 60 megapixels/],
  ['a square picture of 64 megapixels', bomb(8_000, 8_000), 400, /more than 60 megapixels/],
  ['a panorama', bomb(30_000, 2_500), 400, /more than 60 megapixels/],
  ['a tall strip', bomb(600, 120_000), 400, /more than 60 megapixels/],
  ['a picture that is too small', () => photo(60, 60), 400, /too small/],
  ['a file over 8 MB', async () => Buffer.alloc(pictureBytes + 20_000, 1), 413, /8 MB/],
];

test.each(refused)('refuses %s and keeps the current portrait', async (_what, file, status, words) => {
  const { rita, account } = await createDesk();
  await rita.put('/api/account', form(await photo()));
  const before = (await account()).profile;
  const error = { message: expect.stringMatching(words) };
  expect(await rita.put('/api/account', form(await file()))).toMatchObject({ status, body: { error } });
  expect((await account()).profile).toEqual(before);
});
