import { expect, test } from 'vitest';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { limits } from '../../shared/limits.ts';
import type { Snippet } from '../../shared/readings/snippet-schema.ts';

const path = '/api/snippets';
const refused = (status: number, message: string) => ({ status, body: { error: { message } } });
const closing = { title: 'Closing', text: 'Go well, {name}.\n\nYours' };

async function open() {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const titles = async (browser: typeof rita) =>
    (await browser.get<Snippet[]>(path)).body.map(({ title }) => title);
  return { app, rita, omar, admin, titles };
}

test('shows a reader’s snippets to no one else', async () => {
  const { rita, omar, admin, titles } = await open();
  const { status, body } = await rita.post<Snippet>(path, { title: ' Closing ', text: closing.text });
  expect(status).toBe(200);
  expect(body).toEqual({ ...closing, id: body.id, isShared: false, mayChange: true });
  expect((await rita.get<Snippet[]>(path)).body).toEqual([body]);
  expect(await titles(omar)).toEqual([]);
  expect(await titles(admin)).toEqual([]);
});

test('shows shared snippets to every reader, who cannot change them', async () => {
  const { rita, omar, admin } = await open();
  const { body: shared } = await admin.post<Snippet>(path, { ...closing, isShared: true });
  for (const reader of [rita, omar]) {
    expect((await reader.get<Snippet[]>(path)).body).toEqual([{ ...shared, mayChange: false }]);
  }
  const changed = await rita.put(`${path}/${shared.id}`, { ...closing, title: 'Mine' });
  expect(changed).toMatchObject(refused(403, 'This snippet is shared. Only an admin can change it.'));
  expect((await rita.delete(`${path}/${shared.id}`)).status).toBe(403);
  expect((await omar.get<Snippet[]>(path)).body).toMatchObject([closing]);
  const added = await rita.post(path, { ...closing, isShared: true });
  expect(added).toMatchObject(refused(403, 'Only an admin can share snippets.'));
});

test('lets another admin change a shared snippet and stop sharing it', async () => {
  const { app, rita, admin, titles } = await open();
  const { body: shared } = await admin.post<Snippet>(path, { ...closing, isShared: true });
  const { body: own } = await admin.post<Snippet>(path, closing);
  const second = await addSignedIn(app, 'anna', 'admin');
  const farewell = { title: 'Farewell', text: 'Go well.' };
  for (const [by, { id, isShared }] of [
    [second, shared],
    [admin, own],
  ] as const) {
    const { body } = await by.put<Snippet>(`${path}/${id}`, farewell);
    expect(body).toEqual({ ...farewell, id, isShared, mayChange: true });
  }
  expect(await titles(rita)).toEqual(['Farewell']);
  await second.put(`${path}/${shared.id}`, { ...farewell, isShared: false });
  expect([await titles(second), await titles(rita)]).toEqual([['Farewell'], []]);
});

test('lets readers change and delete their own snippets', async () => {
  const { rita, titles } = await open();
  const { body } = await rita.post<Snippet>(path, closing);
  await rita.put(`${path}/${body.id}`, { ...closing, title: 'Farewell' });
  expect(await titles(rita)).toEqual(['Farewell']);
  expect((await rita.delete(`${path}/${body.id}`)).status).toBe(200);
  expect(await titles(rita)).toEqual([]);
});

test('sorts by title, regardless of case and accents', async () => {
  const { rita, admin, titles } = await open();
  for (const title of ['zest', 'Éclair', 'Apple']) await rita.post(path, { ...closing, title });
  await admin.post(path, { ...closing, title: 'bridge', isShared: true });
  expect(await titles(rita)).toEqual(['Apple', 'bridge', 'Éclair', 'zest']);
});

test.each([
  [{ title: ' ' }, 'The title is missing.'],
  [{ title: 'x'.repeat(81) }, 'The title can be up to 80 characters long.'],
  [{ text: 'x'.repeat(2_001) }, 'The text can be up to 2000 characters long.'],
  [{ isShared: 'yes' }, 'Whether it is shared must be true or false.'],
])('%#: refuses an invalid snippet with a message', async (change, message) => {
  const { rita } = await open();
  expect(await rita.post(path, { ...closing, ...change })).toMatchObject(refused(400, message));
});

test('limits own snippets and shared snippets to a hundred each', async () => {
  const { rita, omar, admin, titles } = await open();
  for (let n = 0; n < limits.snippets; n += 1) {
    await rita.post(path, closing);
    await admin.post(path, { ...closing, isShared: true });
  }
  const own = 'You have 100 snippets, which is the limit. Please delete one you don’t need.';
  expect(await rita.post(path, closing)).toMatchObject(refused(409, own));
  const shared = '100 snippets are already shared, which is the limit. Delete one you don’t need.';
  expect(await admin.post(path, { ...closing, isShared: true })).toMatchObject(refused(409, shared));
  const { body: mine } = await admin.post<Snippet>(path, closing);
  expect((await admin.put(`${path}/${mine.id}`, { ...closing, isShared: true })).status).toBe(409);
  expect((await admin.put(`${path}/${mine.id}`, { ...closing, title: 'Mine' })).status).toBe(200);
  expect(await titles(omar)).toHaveLength(100);
});
