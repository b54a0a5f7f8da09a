import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { SavedView } from '../../shared/orders/saved-views.ts';
import { addSignedIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

const path = '/api/saved-views';
const late = { name: 'Late ones of Ada', query: 'reader=ada&show=overdue' };

async function open() {
  const app = createTestApp();
  const anna = await addSignedIn(app, 'anna', 'admin');
  const ben = await addSignedIn(app, 'ben', 'admin');
  return { anna, ben };
}

test('an admin has views of their own, in the order of their making', async () => {
  const { anna, ben } = await open();
  const { status, body: first } = await anna.post<SavedView>(path, late);
  expect(status).toBe(200);
  expect(first).toEqual({ ...late, id: first.id });
  // A view says of the list what an address can say, and nothing else.
  const query = '?order=o1&status=pending&rows=500&q=Y%C4%B1ld%C4%B1z+%26&tab=settings&sort=';
  const { body: second } = await anna.post<SavedView>(path, { name: 'Pending', query });
  expect(second.query).toBe('q=Y%C4%B1ld%C4%B1z+%26&status=pending');
  expect((await anna.get<SavedView[]>(path)).body).toEqual([first, second]);
  expect((await ben.get<SavedView[]>(path)).body).toEqual([]);
});

test('one’s own are renamed, changed and deleted; those of others do not exist', async () => {
  const { anna, ben } = await open();
  const { body } = await anna.post<SavedView>(path, late);
  const refused = await ben.put<ErrorBody>(`${path}/${body.id}`, late);
  expect([refused.status, refused.body.error.code]).toEqual([404, 'view_not_found']);
  expect((await ben.delete(`${path}/${body.id}`)).status).toBe(404);
  const renamed = { name: 'Late', query: 'show=overdue' };
  await anna.put(`${path}/${body.id}`, renamed);
  expect((await anna.get<SavedView[]>(path)).body).toEqual([{ ...renamed, id: body.id }]);
  expect((await anna.delete(`${path}/${body.id}`)).status).toBe(200);
  expect((await anna.get<SavedView[]>(path)).body).toEqual([]);
  expect((await anna.delete(`${path}/${body.id}`)).status).toBe(404);
});

test('what is no view is refused with a sentence', async () => {
  const { anna } = await open();
  for (const [input, message] of [
    [{ ...late, name: ' ' }, 'The name is missing.'],
    [{ ...late, name: 'x'.repeat(61) }, 'The name may be at most 60 characters long.'],
    [{ name: 'All' }, 'The search and the filters are missing.'],
    [{ ...late, query: `q=${'x'.repeat(1_000)}` }, 'The search and the filters are too long to be kept.'],
  ] as const) {
    const { status, body } = await anna.post<ErrorBody>(path, input);
    expect([status, body.error.message]).toEqual([400, message]);
  }
});

test('a view that is saved twice under its id is one view, as it was named last', async () => {
  const { anna, ben } = await open();
  const id = '019a0000-0000-7000-8000-000000000001';
  expect((await anna.post<SavedView>(path, { ...late, id })).body).toEqual({ ...late, id });
  const renamed = await anna.post<SavedView>(path, { ...late, name: 'Late', id });
  expect([renamed.status, renamed.body]).toEqual([200, { ...late, name: 'Late', id }]);
  expect((await anna.get<SavedView[]>(path)).body).toEqual([{ ...late, name: 'Late', id }]);
  const { status, body } = await ben.post<ErrorBody>(path, { ...late, id });
  expect([status, body.error.code]).toEqual([409, 'view_conflict']);
  expect((await anna.post(path, { ...late, id: 'mine' })).status).toBe(400);
});

test('nobody has more than thirty', async () => {
  const { anna, ben } = await open();
  for (let n = 0; n < limits.savedViews; n += 1) expect((await anna.post(path, late)).status).toBe(200);
  const { status, body } = await anna.post<ErrorBody>(path, late);
  expect([status, body.error.message]).toEqual([
    409,
    'You have 30 views, and there is no room for more. Please delete one that you do not need.',
  ]);
  expect((await ben.post(path, late)).status).toBe(200);
  const [first] = (await anna.get<SavedView[]>(path)).body;
  expect((await anna.post(path, { ...late, id: first?.id })).status).toBe(200);
});
