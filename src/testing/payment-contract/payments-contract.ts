import { expect, test } from 'vitest';
import { need, type Steps } from './contract-steps.ts';
import type { Card } from './payment-driver.ts';

const anOrder = { id: 'order-1', orderNumber: 'CT-7K3M9Q', customerEmail: 'maya@customers.example' };

/** From opening a payment until it is over. */
export function testPayments({ driver, newKey, open, payWith, find, sees, failureOf }: Steps): void {
  const gateway = () => driver().gateway;

  test('a payment is opened for an amount in dollars, marked, with the secret the browser needs', async () => {
    const payment = await open(4950);
    expect(payment).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(new RegExp(`^${payment.id}_secret_`)),
      status: 'open',
      amountCents: 4950,
      amountReceivedCents: 0,
      currency: 'usd',
      orderId: null,
      serviceId: expect.stringMatching(/./),
      isLive: false,
      refundedCents: 0,
      refunds: [],
      isDisputed: false,
      disputes: null,
      warnings: null,
      declinedCard: null,
      askedAt: expect.any(Number),
    });
  });

  test('the same key never opens a second payment, and refuses another amount', async () => {
    const input = { amountCents: 6000, idempotencyKey: newKey() };
    const [first, second] = [await gateway().openPayment(input), await gateway().openPayment(input)];
    expect(second.id).toBe(first.id);
    const other = await failureOf(gateway().openPayment({ ...input, amountCents: 7000 }));
    expect(other).toMatchObject({ reason: 'request', isAnswered: true });
  });

  test('what a key was answered first it is answered again, whatever has become of the payment', async () => {
    const input = { amountCents: 6000, idempotencyKey: newKey() };
    const payment = await gateway().openPayment(input);
    await driver().pay(payment, 'good');
    expect(await gateway().openPayment(input)).toEqual({ ...payment, askedAt: expect.any(Number) });
    await sees(payment.id, { status: 'succeeded' });
  });

  test('when the answer is lost, the same key leads to the payment that was opened', async () => {
    const input = { amountCents: 6000, idempotencyKey: newKey() };
    const since = driver().now() - 1_000;
    await driver().losingAnswers('openPayment', async () => {
      const failure = await failureOf(gateway().openPayment(input));
      expect(failure).toMatchObject({ reason: 'unreachable', isAnswered: false });
    });
    const { id } = await gateway().openPayment(input);
    const opened: string[] = [];
    for await (const payment of gateway().listPayments(since)) opened.push(payment.id);
    expect(opened[0]).toBe(id);
  });

  test('a payment is found as it is; an unknown one is null, and so is that of an unknown charge', async () => {
    const payment = await open();
    expect(await gateway().findPayment(payment.id)).toEqual({ ...payment, askedAt: expect.any(Number) });
    expect(await gateway().findPayment('pi_unknown')).toBeNull();
    expect(await gateway().findPaymentId('ch_unknown')).toBeNull();
  });

  test('a charge leads to its payment', async (context) => {
    const { id } = await payWith(context, 'good');
    expect(await gateway().findPaymentId(await driver().chargeOf(id))).toBe(id);
  });

  test('of two answers it is known which was asked for later', async () => {
    const opened = await open();
    const found = await find(opened.id);
    const attached = await gateway().attachOrder(opened.id, anOrder);
    const changed = await gateway().changeAmount(opened.id, 7000);
    const times = [opened, found, attached, changed].map(({ askedAt }) => askedAt);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test('a payment says which order it is for', async () => {
    const { id } = await open();
    expect(await gateway().attachOrder(id, anOrder)).toMatchObject({
      id,
      orderId: 'order-1',
      status: 'open',
    });
    expect((await find(id)).orderId).toBe('order-1');
  });

  test('who looks at the provider finds the order by its number, and nothing of who ordered what', async (context) => {
    const lookAt = need(context, driver().lookAt, 'looking at a payment as a person does');
    const { id, serviceId } = await open();
    await gateway().attachOrder(id, anOrder);
    expect(await lookAt(id)).toEqual({
      metadata: { service: serviceId, order_id: 'order-1', order_number: 'CT-7K3M9Q' },
      description: 'Order CT-7K3M9Q',
      suffix: 'CAREER TAROT',
      receiptEmail: null,
    });
  });

  test('an open payment asks for another amount when told so', async () => {
    const { id } = await open();
    expect((await gateway().changeAmount(id, 7000)).amountCents).toBe(7000);
    expect((await find(id)).amountCents).toBe(7000);
  });

  test('the amount of a payment that is over stays, and that is certain', async (context) => {
    const { id } = await payWith(context, 'good');
    const failure = await failureOf(gateway().changeAmount(id, 7000));
    expect(failure).toMatchObject({ reason: 'request', isAnswered: true });
    expect((await find(id)).amountCents).toBe(6000);
  });

  test('a good card pays', async (context) => {
    const { id } = await payWith(context, 'good');
    await sees(id, {
      status: 'succeeded',
      amountReceivedCents: 6000,
      refundedCents: 0,
      refunds: [],
      isDisputed: false,
      disputes: [],
      warnings: [],
      declinedCard: null,
    });
  });

  test('for an ordinary payment nothing more is asked, unless it is asked for everything', async (context) => {
    const countRequests = need(context, driver().countRequests, 'counting what is asked');
    const { id } = await payWith(context, 'good');
    expect(await countRequests(() => gateway().findPayment(id))).toBe(1);
    expect(await countRequests(() => gateway().findPayment(id, 'everything'))).toBe(4);
  });

  test('what was not asked for is as it was', async (context) => {
    const { id } = await payWith(context, 'good');
    expect(await gateway().findPayment(id)).toMatchObject({ disputes: null, warnings: null });
  });

  test('a declined card has a name: the same for the same number, another for another', async (context) => {
    const nameOf = async (card: Card) => {
      const { id } = await payWith(context, card);
      const { declinedCard } = await sees(id, { status: 'open', amountReceivedCents: 0 });
      expect(declinedCard).toMatch(/^\S{4,}$/);
      expect(declinedCard).not.toMatch(/^\d+$/);
      return declinedCard;
    };
    const name = await nameOf('declined');
    expect(await nameOf('declined')).toBe(name);
    expect(await nameOf('without funds')).not.toBe(name);
  });

  test('after a declined card a good one pays, and the other is forgotten', async (context) => {
    const payment = await payWith(context, 'declined');
    expect(await driver().pay(payment, 'good')).toBe(true);
    await sees(payment.id, { status: 'succeeded', declinedCard: null });
  });

  test('a payment that waits for 3-D Secure is still open', async (context) => {
    const { id } = await payWith(context, 'asking for 3-D Secure');
    await sees(id, { status: 'open', amountReceivedCents: 0 });
  });

  test('a payment that is under way is processing, can be neither canceled nor changed, and then pays', async (context) => {
    const { id } = await payWith(context, 'processing');
    await sees(id, { status: 'processing', amountReceivedCents: 0 });
    expect((await gateway().cancelPayment(id)).status).toBe('processing');
    expect(await gateway().attachOrder(id, anOrder)).toMatchObject({ status: 'processing' });
    expect(await failureOf(gateway().changeAmount(id, 7000))).toMatchObject({ isAnswered: true });
    await driver().banksDecide();
    await sees(id, { status: 'succeeded', amountReceivedCents: 6000 });
  });

  test('a payment that was under way and is refused can be paid again', async (context) => {
    const refuseProcessing = need(context, driver().refuseProcessing, 'a bank that refuses late');
    const payment = await payWith(context, 'processing');
    await refuseProcessing(payment.id);
    const { declinedCard } = await sees(payment.id, { status: 'open', amountReceivedCents: 0 });
    expect(declinedCard).not.toBeNull();
    await driver().pay(payment, 'good');
    await sees(payment.id, { status: 'succeeded' });
  });

  test('a canceled payment can no longer be paid, and canceling again is no error', async () => {
    const payment = await open();
    expect((await gateway().cancelPayment(payment.id)).status).toBe('canceled');
    expect((await gateway().cancelPayment(payment.id)).status).toBe('canceled');
    expect(await driver().pay(payment, 'good')).toBe(false);
    expect((await find(payment.id)).status).toBe('canceled');
  });

  test('a payment that has succeeded stays when it is to be canceled, and says so', async (context) => {
    const { id } = await payWith(context, 'good');
    expect(await gateway().cancelPayment(id)).toMatchObject({
      status: 'succeeded',
      amountReceivedCents: 6000,
    });
  });

  test('a payment that is over when it is told its order is answered as it is', async (context) => {
    const [paid, canceled] = [await payWith(context, 'good'), await open()];
    await gateway().cancelPayment(canceled.id);
    expect((await gateway().attachOrder(paid.id, anOrder)).status).toBe('succeeded');
    expect((await gateway().attachOrder(canceled.id, anOrder)).status).toBe('canceled');
  });

  test('a payment of another shop has no mark', async () => {
    const foreign = await driver().openElsewhere(2500);
    await driver().pay(foreign, 'good');
    await sees(foreign.id, { status: 'succeeded', serviceId: null, orderId: null });
    const old = await driver().openElsewhere(2500, 'order-of-before');
    await sees(old.id, { serviceId: null, orderId: 'order-of-before' });
  });
}
