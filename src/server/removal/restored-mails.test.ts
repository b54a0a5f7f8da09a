import { expect, test } from 'vitest';
import { addSignedIn, storedMail } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

async function start() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId } = await app.buy();
  const confirmation = () => storedMail(app, orderId).find(({ kind }) => kind === 'order_confirmation');
  const sent = () => app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example').length;
  return { app, admin, orderId, confirmation, sent };
}

test('a confirmation that came due while its order was deleted is sent once the order is back', async () => {
  const { app, admin, orderId, confirmation, sent } = await start();
  await admin.delete(`/api/orders/${orderId}`);
  await app.sendMail();
  expect([confirmation()?.state, sent()]).toEqual(['canceled', 0]);
  app.clock.advance(26_000);
  await admin.put(`/api/orders/${orderId}/restore`);
  await app.sendMail();
  expect([confirmation()?.state, sent()]).toEqual(['sent', 1]);
});

test('what was sent before an order was deleted is not sent again when it is back', async () => {
  const { app, admin, orderId, sent } = await start();
  await app.sendMail();
  await admin.delete(`/api/orders/${orderId}`);
  await app.sendMail();
  await admin.put(`/api/orders/${orderId}/restore`);
  await app.sendMail();
  expect(sent()).toBe(1);
});
