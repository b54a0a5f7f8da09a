import { expect, test } from 'vitest';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';

/** A reading was rejected and handed in again while an admin still had its first version on screen. */
async function startWithTwoVersions() {
  const app = createTestApp();
  const admin = await app.signIn('admin');
  const { orderId } = await app.buy();
  const first = await admin.post<Reading>('/api/readings', { orderId, content: 'Version one.' });
  const path = `/api/readings/${first.body.id}`;
  await admin.put(`${path}/reject`, {});
  await admin.post('/api/readings', { orderId, content: 'Version two.' });
  return { app, admin, path, seen: first.body.revision };
}

test('neither overwrites nor approves a version the admin has not seen', async () => {
  const { app, admin, path, seen } = await startWithTwoVersions();
  const edit = { content: 'Version one, mended.', revision: seen };
  expect((await admin.put<ErrorBody>(path, edit)).status).toBe(409);
  const late = await admin.put<ErrorBody>(`${path}/approve`, { revision: seen });
  expect(late.status).toBe(409);
  expect(late.body.error.message).toContain('newer version');
  expect((await admin.put(`${path}/approve`, { revision: seen + 1 })).status).toBe(200);
  app.clock.advance(60_000);
  await app.sendMail();
  expect(app.mailer.sent.at(-1)?.text).toContain('Version two.');
});

test('accepts calls that name no version', async () => {
  const { admin, path } = await startWithTwoVersions();
  expect((await admin.put(path, { content: 'Mended.' })).status).toBe(200);
  expect((await admin.put(`${path}/approve`)).status).toBe(200);
});
