import { expect, test } from 'vitest';
import type { MailPreview } from '../../shared/readings/readings.ts';
import { addSignedIn, orderIn } from '../../testing/builders.ts';
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

test('there is nothing to show without a text, nor of one that is too long', async () => {
  const { app, admin } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', admin.person);
  for (const body of [{}, { content: '  ' }, { content: 'x'.repeat(50_001) }]) {
    expect((await admin.post(`/api/orders/${orderId}/delivery-preview`, body)).status).toBe(400);
  }
});
