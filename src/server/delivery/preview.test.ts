import { expect, test } from 'vitest';
import type { MailPreview, ReadingRevision } from '../../shared/readings/readings.ts';
import { addSignedIn, browserOf, orderIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

async function createDesk() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  return { app, admin, rita };
}

const text = 'First <b>paragraph</b>.\n\nSecond\nparagraph.';

test('the preview is the mail that is sent, but for the link in it', async () => {
  const { app, admin } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', admin.person);
  await admin.put(`/api/readings/${readingId}`, { content: text });
  const { status, body } = await admin.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, {
    content: text,
  });
  expect(status).toBe(200);
  await admin.put(`/api/readings/${readingId}/approve`);
  await app.sendMail();
  const sent = app.mailer.sent.at(-1);
  const withoutLink = (mail?: string) => mail?.replace(/\/order\/[\w-]+/g, '/order/');
  expect([body.to, body.subject]).toEqual([sent?.to, sent?.subject]);
  expect(withoutLink(body.html)).toBe(withoutLink(sent?.html));
  expect(withoutLink(body.text)).toBe(withoutLink(sent?.text));
  expect(body.html).toContain('&lt;b&gt;');
});

test('a preview makes no link that would work, and sends nothing', async () => {
  const { app, admin } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', admin.person);
  await app.sendMail();
  const before = [app.mailer.sent.length, app.db.query.orderLinks.findMany().sync().length];
  await admin.post(`/api/orders/${orderId}/delivery-preview`, { content: text });
  await app.sendMail();
  expect([app.mailer.sent.length, app.db.query.orderLinks.findMany().sync().length]).toEqual(before);
});

test('a reader sees the mail of their own order, without the address', async () => {
  const { app, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const { body } = await rita.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, { content: text });
  expect(body.to).toBeNull();
  expect(JSON.stringify(body)).not.toContain('@customers.example');
});

test.each([{}, { content: '  ' }, { content: 'x'.repeat(50_001) }])('nothing to show in %j', async (body) => {
  const { app, admin } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', admin.person);
  expect((await admin.post(`/api/orders/${orderId}/delivery-preview`, body)).status).toBe(400);
});

test('every version of a reading is there, the newest first, with who wrote it', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  app.clock.advance(60_000);
  await admin.put(`/api/readings/${readingId}`, { content: 'The Star speaks of hope.' });
  for (const person of [admin, await browserOf(app, rita.person)]) {
    const { body } = await person.get<ReadingRevision[]>(`/api/orders/${orderId}/revisions`);
    expect(body).toMatchObject([
      { revision: 2, content: 'The Star speaks of hope.', author: 'admin' },
      { revision: 1, content: 'The Star speaks of patience.', author: 'rita' },
    ]);
    expect(Date.parse(body[0]?.createdAt ?? '') - Date.parse(body[1]?.createdAt ?? '')).toBe(60_000);
  }
});
