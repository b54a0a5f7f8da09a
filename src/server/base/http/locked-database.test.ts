import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { addSignedIn, checkoutPath, sendWebhook, storedMail } from '../../../../tests/kit/builders.ts';
import { folderOfTest } from '../../../../tests/kit/temporary-folder.ts';
import { createTestApp, readingRequest } from '../../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';

/** A shop in a file, and another program that has it open. */
async function shopWithNeighbor() {
  const databasePath = join(folderOfTest(), 'shop.db');
  const app = createTestApp({ databasePath, env: { RATE_LIMITS: 'on' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const program = new Sqlite(databasePath);
  onTestFinished(() => {
    program.close();
    app.db.$client.close();
  });
  return {
    app,
    admin,
    lock: () => program.exec('BEGIN IMMEDIATE'),
    release: () => program.exec('COMMIT'),
  };
}

test('keeps reading during a long lock and refuses writes with 503', async () => {
  const { app, admin, lock, release } = await shopWithNeighbor();
  const { orderId, paymentIntentId } = await app.buy();
  app.clock.advance(120_000);
  // A session that is due to be renewed.
  app.db.$client.exec('UPDATE sessions SET expires_at = expires_at - 3600');
  lock();
  const customer = app.visitor();
  const writing = customer.post<ErrorBody>(checkoutPath, readingRequest());
  const event = sendWebhook(app, { id: 'evt_locked', paymentId: paymentIntentId });
  let isOver = false;
  void writing.then(() => {
    isOver = true;
  });
  for (let round = 0; round < 20; round++) {
    for (const path of ['/healthz', '/api/settings', '/api/orders', `/api/orders/${orderId}/notes`]) {
      expect((await admin.get(path)).status).toBe(200);
    }
  }
  expect(isOver).toBe(false);
  const refused = await writing;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(refused.body.error.code).toBe('unavailable');
  expect(await event).toBe(503);
  release();
  expect((await customer.post(checkoutPath, readingRequest())).status).toBe(200);
  expect(await sendWebhook(app, { id: 'evt_locked', paymentId: paymentIntentId })).toBe(200);
});

test('records an accepted mail once after a long lock', async () => {
  const { app, lock, release } = await shopWithNeighbor();
  const { orderId } = await app.buy();
  const { send } = app.context.mailer;
  app.context.mailer.send = async (mail) => {
    const answer = await send(mail);
    lock();
    setTimeout(release, 3_000);
    return answer;
  };
  expect(await app.sendMail()).toBe(1);
  expect(storedMail(app, orderId)[0]?.state).toBe('sent');
  app.context.mailer.send = send;
  expect(await app.sendMail()).toBe(0);
  expect(app.mailer.sent).toHaveLength(1);
});
