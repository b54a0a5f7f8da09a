import type { Chance } from '../../../src/sample-shop/chance.ts';
import type { PaymentEvent, PaymentGateway } from '../../../src/server/context/payment-gateway.ts';
import { days, hours, minutes, seconds } from '../../../src/shared/durations.ts';
import { failure } from '../../../src/testing/fake-payments/fake-failures.ts';
import { createFakePayments } from '../../../src/testing/fake-payments.ts';
import type { Agenda } from './agenda.ts';
import type { Calls } from './calls.ts';
import type { Weather } from './weather.ts';

/** How long our side waits for an answer before it gives up (`timeout` of the SDK). */
const patience = seconds(10);
const keysLast = hours(24);
/** For how long a webhook is repeated that was not answered well. */
const webhooksLast = days(3);

export interface StripeOptions {
  agenda: Agenda;
  chance: Chance;
  weather: Weather;
  calls: Calls;
  serviceId: string;
  /** Brings an event to the shop. @returns whether it was answered well */
  deliver: (event: PaymentEvent) => Promise<boolean>;
  /** A refund that was made has failed after all: the money is with the shop again. */
  onRefundFailed: (paymentId: string, cents: number) => void;
}

export type Stripe = ReturnType<typeof createStripe>;

/** What is at Stripe, the network to it, and its webhooks: late, doubled, out of order or lost, as the weather is. */
export function createStripe({
  agenda,
  weather,
  calls,
  serviceId,
  deliver,
  onRefundFailed,
  ...options
}: StripeOptions) {
  const chance = options.chance.of('stripe');
  const clock = { now: agenda.now };
  const fake = createFakePayments({ clock, serviceId });
  let announced = 0;
  let asked = 0;

  /** Sends out webhooks of what has happened since. */
  function announce(): void {
    while (announced < fake.events.length) {
      const event = fake.events[announced++];
      if (!event) return;
      if (event.type === 'refund.created') void mayFail(event);
      if (weather.webhooks === 'lost') continue;
      const copies = chance.happens(0.05) ? chance.whole(2, 4) : 1;
      for (let i = 0; i < copies; i++) send(event, agenda.now());
    }
  }

  /** Some cards are closed meanwhile: their bank sends the money back, after days. */
  async function mayFail({ paymentId }: PaymentEvent): Promise<void> {
    const payment = paymentId ? fake.payments.get(paymentId) : undefined;
    const made = payment?.refunds[0];
    if (!payment || !made || payment.serviceId !== serviceId || !chance.happens(0.15)) return;
    await agenda.sleep(minutes(1) + chance.wait(days(3)));
    const now = fake.payments.get(payment.id)?.refunds.find(({ id }) => id === made.id);
    if (now?.status !== 'succeeded' && now?.status !== 'pending') return;
    fake.moveRefund(payment.id, made.id, 'failed', 'expired_or_canceled_card');
    announce();
    onRefundFailed(payment.id, made.amountCents);
  }

  function send(event: PaymentEvent, since: number, attempt = 0): void {
    const late =
      weather.webhooks === 'late' ? chance.wait(hours(12)) : chance.wait(seconds(attempt > 0 ? 600 : 2));
    agenda.after(late + seconds(attempt * attempt * 600), async () => {
      if (weather.webhooks === 'lost') return;
      const isTaken = await deliver(event).catch(() => false);
      if (!isTaken && agenda.now() - since < webhooksLast) send(event, since, attempt + 1);
    });
  }

  /** A call over the network, with what can happen to it. */
  async function reach<T>(isAlive: () => boolean, name: string, call: () => Promise<T>): Promise<T> {
    const mood = weather.stripe;
    asked += 1;
    if (asked % 500 === 0) fake.forgetKeys(agenda.now() - keysLast);
    await agenda.sleep(mood === 'slow' ? chance.wait(seconds(6)) : chance.whole(40, 150));
    if (isAlive()) calls.reached('Stripe', name, 'before it is heard');
    // Who asked is no more: neither does the question arrive.
    if (!isAlive()) return new Promise(() => {});
    if (mood === 'down') throw failure('unreachable');
    const outcome = await call().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    announce();
    agenda.goesOn();
    const back = mood === 'slow' ? chance.wait(seconds(6)) : chance.whole(40, 150);
    await agenda.sleep(Math.min(back, patience));
    if (isAlive()) calls.reached('Stripe', name, 'before its answer');
    if (!isAlive()) return new Promise(() => {});
    if (mood === 'silent' || back > patience) throw failure('unreachable');
    return outcome();
  }

  /** The same for a list: it is asked for as a whole. */
  async function* reachList<T>(
    isAlive: () => boolean,
    name: string,
    list: () => AsyncIterable<T>,
  ): AsyncIterable<T> {
    yield* await reach(isAlive, name, async () => {
      const found: T[] = [];
      for await (const item of list()) found.push(item);
      return found;
    });
  }

  return {
    ...fake,
    announce,
    /** @returns the gateway as one life of the process reaches it */
    gateway(isAlive: () => boolean): PaymentGateway {
      const over =
        <Rest extends unknown[], T>(name: keyof PaymentGateway, call: (...rest: Rest) => Promise<T>) =>
        (...rest: Rest) =>
          reach(isAlive, name, () => call(...rest));
      return {
        openPayment: over('openPayment', fake.openPayment),
        findPayment: over('findPayment', fake.findPayment),
        findPaymentId: over('findPaymentId', fake.findPaymentId),
        attachOrder: over('attachOrder', fake.attachOrder),
        changeAmount: over('changeAmount', fake.changeAmount),
        cancelPayment: over('cancelPayment', fake.cancelPayment),
        refundPayment: over('refundPayment', fake.refundPayment),
        listPayments: (since) => reachList(isAlive, 'listPayments', () => fake.listPayments(since)),
        listEvents: (since) => reachList(isAlive, 'listEvents', () => fake.listEvents(since)),
        readEvent: fake.readEvent,
      };
    },
    /** What was begun here before: as the ids count on, the oldest comes first. */
    adopt(sold: {
      id: string;
      paymentId: string;
      cents: number;
      receivedCents: number | null;
      isMarked: boolean;
    }): void {
      const { id } = fake.openElsewhere(sold.cents, sold.id);
      if (id !== sold.paymentId) throw new Error(`${sold.paymentId} is not the next payment, ${id} is.`);
      fake.change(id, {
        ...(sold.isMarked && { serviceId }),
        ...(sold.receivedCents !== null && { status: 'succeeded', amountReceivedCents: sold.receivedCents }),
      });
    },
    /** The life of a payment's dispute, over weeks. */
    async dispute(id: string): Promise<void> {
      const tell = (status: Parameters<typeof fake.dispute>[1]) => {
        fake.dispute(id, status);
        announce();
      };
      if (chance.happens(0.2)) {
        tell('warning_needs_response');
        await agenda.sleep(chance.wait(days(10)));
        tell('warning_closed');
        return;
      }
      tell('needs_response');
      await agenda.sleep(chance.wait(days(5)) + minutes(10));
      tell('under_review');
      await agenda.sleep(chance.wait(days(30)));
      tell(chance.happens(0.5) ? 'won' : 'lost');
    },
    /** Another shop on the same account sells something. */
    sellElsewhere(): void {
      const { id } = fake.openElsewhere(chance.whole(500, 20_000));
      fake.pay(id);
      if (chance.happens(0.2)) fake.refundElsewhere(id, 100);
      announce();
    },
  };
}
