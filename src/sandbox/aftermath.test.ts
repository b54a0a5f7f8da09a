import { expect, test } from 'vitest';
import { eventsAbout, payWith, settle, setUpForTest } from './test-sandbox.ts';

/* What the shop sees of refunds, disputes and warnings is in `tests/kit/payment-contract`. */

test('sends a won chargeback’s events in Stripe’s order, then closes it', async () => {
  const setup = await setUpForTest();
  const { id, charge } = await payWith(setup, '4000000000000259');
  const { disputes } = setup.stripe;
  const dispute = (await disputes.list({ payment_intent: id })).data[0]?.id ?? '';
  const answerWith = (text: string) => disputes.update(dispute, { evidence: { uncategorized_text: text } });
  await answerWith('winning_evidence');
  await settle(setup);
  const won = await disputes.retrieve(dispute, { expand: ['charge.payment_intent'] });
  expect(won).toMatchObject({ status: 'won', charge: { id: charge, payment_intent: { id } } });
  const { event } = await setup.receiver.next('charge.dispute.closed', dispute);
  expect(event.data.object).toMatchObject({ status: 'won' });
  const told = (await eventsAbout(setup, id)).filter((type) => type.startsWith('charge.dispute.'));
  const steps = ['created', 'funds_withdrawn', 'updated', 'funds_reinstated', 'closed'];
  expect(told).toEqual(steps.map((step) => `charge.dispute.${step}`));
  const closed = { message: 'This dispute is already closed', statusCode: 400 };
  await expect(answerWith('losing_evidence')).rejects.toMatchObject(closed);
  await expect(disputes.close(dispute)).rejects.toMatchObject(closed);
});
