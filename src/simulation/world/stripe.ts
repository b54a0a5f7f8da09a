import type { PaymentEvent, PaymentGateway } from '../../server/context/payment-gateway.ts';
import { days, hours, minutes, seconds } from '../../shared/durations.ts';
import { failure } from '../../testing/fake-payments/fake-failures.ts';
import { createFakePayments } from '../../testing/fake-payments.ts';
import type { Agenda } from './agenda.ts';
import type { Chance } from './chance.ts';
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
  serviceId: string;
  /** Brings an event to the shop. @returns whether it was answered well */
  deliver: (event: PaymentEvent) => Promise<boolean>;
}

export type Stripe = ReturnType<typeof createStripe>;

/** What is at Stripe, the network to it, and its webhooks: late, doubled, out of order or lost, as the weather is. */
export function createStripe({ agenda, weather, serviceId, deliver, ...options }: StripeOptions) {
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
      if (weather.webhooks === 'lost') continue;
      const copies = chance.happens(0.05) ? chance.whole(2, 4) : 1;
      for (let i = 0; i < copies; i++) send(event, agenda.now());
    }
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
  async function reach<T>(isAlive: () => boolean, call: () => Promise<T>): Promise<T> {
    const mood = weather.stripe;
    asked += 1;
    if (asked % 500 === 0) fake.forgetKeys(agenda.now() - keysLast);
    await agenda.sleep(mood === 'slow' ? chance.wait(seconds(6)) : chance.whole(40, 150));
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
    if (!isAlive()) return new Promise(() => {});
    if (mood === 'silent' || back > patience) throw failure('unreachable');
    return outcome();
  }

  /** The same for a list: it is asked for as a whole. */
  async function* reachList<T>(isAlive: () => boolean, list: () => AsyncIterable<T>): AsyncIterable<T> {
    yield* await reach(isAlive, async () => {
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
        <Rest extends unknown[], T>(call: (...rest: Rest) => Promise<T>) =>
        (...rest: Rest) =>
          reach(isAlive, () => call(...rest));
      return {
        openPayment: over(fake.openPayment),
        findPayment: over(fake.findPayment),
        findPaymentId: over(fake.findPaymentId),
        attachOrder: over(fake.attachOrder),
        changeAmount: over(fake.changeAmount),
        cancelPayment: over(fake.cancelPayment),
        refundPayment: over(fake.refundPayment),
        listPayments: (since) => reachList(isAlive, () => fake.listPayments(since)),
        listEvents: (since) => reachList(isAlive, () => fake.listEvents(since)),
        readEvent: fake.readEvent,
      };
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
