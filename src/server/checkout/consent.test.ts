import { expect, test } from 'vitest';
import { storedOrder, submitForm, timelineOf } from '../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../tests/kit/dated-shop.ts';
import { consentText } from '../../shared/aftercare/withdrawal.ts';

const withWithdrawal = { settings: { hasWithdrawal: true } };

test('requires the consent, keeps its words and mails them', async () => {
  const { app, aftercare, admin } = await createDatedShop('pending', withWithdrawal);
  for (const consent of [undefined, false, 'yes', 1]) {
    const refused = await submitForm(app.visitor(), { consent } as never);
    expect([400, 409]).toContain(refused.status);
  }
  const { orderId } = await app.buy({ consent: true });
  expect(timelineOf(app, orderId)).toContain('consent_given');
  const kept = await admin.get(`/api/orders/${orderId}/aftercare`);
  expect(kept.body).toMatchObject({ consent: { words: consentText, at: '2037-06-01T14:00:00.000Z' } });
  expect((await aftercare()).consent).toBeNull();
  await app.sendMail();
  const confirmation = app.mailer.sent.find(({ subject }) => subject.includes('is confirmed'));
  for (const words of [consentText, 'Monday, June 1, 2037 at 10:00:00 AM EDT'])
    expect(confirmation?.text).toContain(words);
  expect(confirmation?.html).toContain('I expressly ask you to start');
});

test('keeps consent given when an older order is submitted again', async () => {
  const { app, change, admin } = await createDatedShop('pending', withWithdrawal);
  await change({ hasWithdrawal: false });
  const customer = app.visitor();
  const { orderId } = (await submitForm(customer)).body;
  await change({ hasWithdrawal: true });
  expect((await submitForm(customer)).body.error.code).toBe('consent_conflict');
  app.clock.advance(3_600_000);
  expect((await submitForm(customer, { consent: true })).body.orderId).toBe(orderId);
  const kept = await admin.get(`/api/orders/${orderId}/aftercare`);
  expect(kept.body).toMatchObject({ consent: { at: '2037-06-01T15:00:00.000Z' } });
});

test('neither requires nor stores a consent when withdrawal is not offered', async () => {
  const { app } = await createDatedShop('approved');
  const { body } = await submitForm(app.visitor(), { consent: true });
  expect(storedOrder(app, body.orderId)).toMatchObject({ consentId: null, consentedAt: null });
  expect(timelineOf(app, body.orderId)).toEqual(['order_placed']);
});
