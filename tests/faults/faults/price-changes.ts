import { createCheckout } from '../../../src/features/checkout/checkout.ts';
import type { PaymentForm } from '../../../src/features/checkout/payment-form.ts';
import { ApiError } from '../../../src/lib/api.ts';
import type {
  CheckoutOpened,
  CheckoutSubmitted,
  QuoteAnswer,
} from '../../../src/shared/checkout/checkout.ts';
import { plainOffer } from '../../../src/shared/checkout/offer.ts';
import type { PublicSettings } from '../../../src/shared/checkout/settings.ts';
import { parseDollarsToCents } from '../../../src/shared/money.ts';
import { checkoutPath, setPrice } from '../../kit/builders.ts';
import type { Answer, TestApp } from '../../kit/test-app.ts';
import { createDelayedApp } from '../customers.ts';
import type { TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const prices = [6_000, 7_000, 4_950, 6_050, 0];

const priceChanges: Trial = {
  table: 'fault',
  name: 'price-changes-meanwhile',
  promise:
    'however the price changes between load, submit and payment, customers are charged only what the button said',
  counts: { quick: 60, full: 500 },
  async run(times, { count }) {
    for (let index = 0; index < times; index++) {
      const { app, chance } = createDelayedApp(7_000 + index);
      const played = await play(app, chance);
      const wrong = played.charges.find(({ chargedCents, onButtonCents }) => chargedCents !== onButtonCents);
      const loss = wrong && `${wrong.chargedCents} cents charged, ${wrong.onButtonCents} on the button`;
      const stuck = played.isFinished ? null : 'the visitor cannot buy any more';
      count(loss || stuck ? `interleaving ${index}: ${loss ?? stuck}` : null);
      app.db.$client.close();
    }
    return '';
  },
};

async function play(app: TestApp, chance: TrialRandom) {
  const charges: { chargedCents: number; onButtonCents: number | null }[] = [];
  const browser = app.visitor();
  let isRestless = true;
  const passTime = async () => {
    await chance.turns(3);
    if (!isRestless || chance.below(10) > 0) return;
    setPrice(app, chance.pick(prices));
  };
  const tabs = [openTab(app, browser, charges, passTime), openTab(app, browser, charges, passTime)];
  const underWay: Promise<void>[] = tabs.map((tab) => tab.load());
  await underWay[0];
  for (let steps = 4 + chance.below(10); steps > 0; steps--) {
    const tab = chance.pick(tabs);
    const step = chance.below(4) === 0 || tab.isLeft() ? tab.load() : tab.press();
    underWay.push(step);
    // Long enough, now and then, for the other tab to act while this one waits for its bank.
    if (chance.below(5) < 3) await step;
    else await chance.turns(60);
  }
  await Promise.all(underWay);

  // The price stays as it is now: after a reload, and at most one more look, the button buys.
  isRestless = false;
  const [tab] = tabs;
  await tab?.load();
  for (let press = 0; press < 3 && !tab?.isLeft(); press++) await tab?.press();
  return { charges, isFinished: tab?.isLeft() ?? false };
}

/**
 * Opens a tab with the genuine code of the checkout page, talking to the app under test; only the provider's card form
 * is played.
 *
 * @param passTime happens before and after everything that travels over the network
 */
function openTab(
  app: TestApp,
  browser: ReturnType<TestApp['visitor']>,
  charges: { chargedCents: number; onButtonCents: number | null }[],
  passTime: () => Promise<void>,
) {
  const stored = new Map<string, string>();
  let isLeft = false;
  async function ask<T>(call: () => Promise<Answer<T>>): Promise<T> {
    await passTime();
    const { status, body } = await call();
    await passTime();
    if (status !== 200) throw new ApiError(status, JSON.stringify(body), '');
    return body;
  }
  const newPage = () =>
    createCheckout<object>({
      offer: plainOffer(6_000),
      calls: {
        settings: () => ask(() => browser.get<PublicSettings>('/api/settings')),
        quote: (asked) => ask(() => browser.post<QuoteAnswer>('/api/quote', asked)),
        open: () => ask(() => browser.post<CheckoutOpened>(checkoutPath)),
        submit: (request) => ask(() => browser.post<CheckoutSubmitted>(checkoutPath, request)),
        confirmPayment: (order) => ask(() => browser.post('/api/confirm-payment', order)),
        reportFailure: async () => {},
      },
      loadProvider: async () => ({}),
      shownDay: () => undefined,
      after: () => null,
      page: '',
      showDay: () => {},
      toast: () => {},
      navigate: () => {
        isLeft = true;
      },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => stored.set(key, value),
        removeItem: (key) => stored.delete(key),
      },
      device: { removeItem: () => {} },
      origin: () => app.config.publicUrl,
    });
  let checkout = newPage();
  let pressing = Promise.resolve();

  /** The provider charges what the payment asks for when the confirmation reaches it. */
  function cardForm(onButtonCents: number | null): PaymentForm {
    const find = (clientSecret: string) => app.payments.find(clientSecret.split('_secret_')[0] ?? '');
    return {
      check: async () => null,
      outcomeOf: async (clientSecret) => (find(clientSecret)?.status === 'succeeded' ? 'paid' : 'unpaid'),
      async confirm(clientSecret) {
        // 3-D Secure takes its time: long enough for the other tab to load and press.
        for (let steps = 0; steps < 40; steps++) await passTime();
        const payment = find(clientSecret);
        if (payment?.status !== 'open') return { message: 'This payment is over.', isUncertain: false };
        charges.push({ chargedCents: app.payments.pay(payment.id).amountReceivedCents, onButtonCents });
        await passTime();
        return null;
      },
    };
  }

  return {
    isLeft: () => isLeft,
    async load() {
      await pressing;
      isLeft = false;
      checkout = newPage();
      await checkout.start();
      checkout.form.change('customerName', 'Maya Lindqvist');
      checkout.form.change('customerEmail', 'maya@customers.example');
      checkout.form.change('readingAddresseeName', 'Maya');
    },
    press(): Promise<void> {
      const { name } = checkout.$state.get();
      if (isLeft || (name !== 'ready' && name !== 'free')) return pressing;
      const onButtonCents = parseDollarsToCents(String(checkout.$price.get()));
      const form = name === 'ready' ? cardForm(onButtonCents) : null;
      pressing = Promise.all([pressing, checkout.submit(form)]).then(() => {});
      return pressing;
    },
  };
}

export const trials: Trial[] = [priceChanges];
