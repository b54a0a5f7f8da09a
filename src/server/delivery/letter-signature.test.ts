import { expect, test } from 'vitest';
import type { MailPreview } from '../../shared/readings/readings.ts';
import { addSignedIn, orderIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { readCustomerOrder } from '../order-views/customer-order.ts';
import { createOrderLink } from '../orders/order-links.ts';

async function createDesk() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0', SITE_NAME: 'Career Tarot' } });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const call = (displayName: string | null, signature: string | null) =>
    rita.put('/api/account/profile', { displayName, readingSince: null, signature });
  return { app, admin, rita, call };
}

test('a letter is signed by the reader who wrote it, whoever mended it, in the preview, the mail and on its page', async () => {
  const { app, admin, rita, call } = await createDesk();
  await call('Rita Moss', 'Your Rita');
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const content = 'The Star speaks of hope.';
  const own = await rita.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, { content });
  await admin.put(`/api/readings/${readingId}`, { content });
  const admins = await admin.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, { content });
  await admin.put(`/api/readings/${readingId}/approve`);
  await app.sendMail();
  const ending = 'With warm wishes,\nYour Rita\nRita Moss, Career Tarot\n';
  for (const { text } of [own.body, admins.body, ...app.mailer.sent.slice(-1)])
    expect(text).toContain(ending);
  expect(app.mailer.sent.at(-1)?.html).toContain(
    '<em><bdi>Your Rita</bdi></em><br />Rita Moss, Career Tarot',
  );
  const link = createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
  expect(readCustomerOrder(app.context, link)?.signature).toEqual({
    signedBy: 'Your Rita',
    whoIsThat: 'Rita Moss, Career Tarot',
  });
});

test('a reader without a name, and an admin, sign as the business', async () => {
  const { app, admin, rita } = await createDesk();
  for (const { person } of [rita, admin]) {
    await orderIn(app, 'approved', person);
    await app.sendMail();
    expect(app.mailer.sent.at(-1)?.text).toContain('With warm wishes,\nCareer Tarot\n\n--');
    expect(app.mailer.sent.at(-1)?.text).not.toContain('rita');
  }
});
