import { expect, test } from 'vitest';
import { eq } from '../../../db/drizzle.ts';
import { feedback, users } from '../../../db/schema.ts';
import { addPerson, addSignedIn, orderIn, sendWebhook, setPrice } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { changeIdentity } from '../business/change-business.ts';
import type { PublicChange } from '../context/context.ts';
import type { Asset } from '../site/assets.ts';
import { keepPublicWords, keepSettings, refreshTogether } from './public-answers.ts';

const identity = {
  siteName: 'The Quiet Deck',
  contactEmail: 'hello@quiet.example',
  legalName: '',
  postalAddress: '',
};

/** An app whose public answers are looked at as those of a service are. */
function createShop() {
  const app = createTestApp();
  const answers = new Map<string, Asset>();
  const { context } = app;
  const words = keepPublicWords({ context });
  const settings = keepSettings({ context, publishableKey: 'pk_test' }, words, answers, {});
  refreshTogether(
    {
      context,
      whenPublicChanges(refresh) {
        context.publicChanged = (what: PublicChange = 'offer') => refresh(what);
      },
    },
    [words, settings],
  );
  const told = () => JSON.parse(String(answers.get('/api/settings')?.variants.identity.body));
  return { app, words, told };
}

test('what the business says is new at once on the page of an order, and so is the price', async () => {
  const { app, words, told } = createShop();
  const boss = addPerson(app, 'boss', 'admin');
  expect(words.read().site.siteName).not.toBe('The Quiet Deck');
  await changeIdentity(app.context, boss, { ...identity, version: 0 });
  expect(words.read().site.siteName).toBe('The Quiet Deck');
  setPrice(app, 7_000);
  app.context.publicChanged();
  expect([words.read().offer.priceCents, told().price]).toEqual([7_000, 70]);
});

test('a quote and a place in the queue go with their order, and come back with it', async () => {
  const { app, words } = createShop();
  const admin = await addSignedIn(app, 'boss', 'admin');
  addPerson(app, 'rita', 'reader');
  app.db.update(users).set({ readingsPerDay: 1 }).where(eq(users.username, 'rita')).run();
  const { orderId, paymentIntentId } = await orderIn(app, 'approved', admin.person);
  const said = { helped: 'yes', words: 'It helped.', mayPublish: true, shownName: 'none' } as const;
  app.db
    .insert(feedback)
    .values({ orderId, ...said, givenAt: 1, publishedAt: 1 })
    .run();
  for (let bought = 0; bought < 5; bought++) await app.buy();
  const waiting = await app.buy();
  app.context.publicChanged('business');
  const quotes = () => words.read().aftercare.quotes.length;
  const day = () => words.read().offer.promisedDay;
  expect(quotes()).toBe(1);

  await admin.delete(`/api/orders/${orderId}`);
  expect(quotes()).toBe(0);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(quotes()).toBe(1);
  await sendWebhook(app, app.payments.dispute(paymentIntentId, 'needs_response'));
  expect(quotes()).toBe(0);
  await sendWebhook(app, app.payments.dispute(paymentIntentId, 'won'));
  expect(quotes()).toBe(1);

  const full = day();
  await admin.delete(`/api/orders/${waiting.orderId}`);
  const earlier = day();
  expect(earlier < full).toBe(true);
  await admin.put(`/api/orders/${waiting.orderId}/restore`);
  expect(day()).toBe(full);
  await admin.post(`/api/orders/${waiting.orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect(day()).toBe(earlier);
});
