import { expect, test } from 'vitest';
import { addSignedIn, storedMail } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

test('sends a missed confirmation once after its order is restored', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId } = await app.buy();
  const confirmation = () => storedMail(app, orderId).find(({ kind }) => kind === 'order_confirmation');
  const sent = () => app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example').length;
  await admin.delete(`/api/orders/${orderId}`);
  await app.sendMail();
  expect([confirmation()?.state, sent()]).toEqual(['canceled', 0]);
  app.clock.advance(26_000);
  for (const _again of [1, 2]) {
    await admin.put(`/api/orders/${orderId}/restore`);
    await app.sendMail();
    expect([confirmation()?.state, sent()]).toEqual(['sent', 1]);
    await admin.delete(`/api/orders/${orderId}`);
    await app.sendMail();
  }
});
