import { writeNow } from '../../../db/client.ts';
import type { PaymentForm } from '../../../src/features/checkout/checkout-calls.ts';
import { createCheckout } from '../../../src/features/checkout/checkout-store.ts';
import { ApiError } from '../../../src/lib/answers.ts';
import { changeCurrency } from '../../../src/server/shop/change-currency.ts';
import { readOffersOnSale } from '../../../src/server/shop/manage-offers.ts';
import { listOffers, storeOffer } from '../../../src/server/shop/offer-repository.ts';
import type {
  CheckoutOpened,
  CheckoutSubmitted,
  QuoteAnswer,
} from '../../../src/shared/checkout/checkout-schema.ts';
import { type OrderedOffer, plainOffer, toOrderedOffer } from '../../../src/shared/checkout/offer.ts';
import type { PublicSettings } from '../../../src/shared/checkout/public-settings.ts';
import { defaultMoneyStyle, toMajor } from '../../../src/shared/money.ts';
import { type Offer, standardOffer } from '../../../src/shared/offers/offer-types.ts';
import { addPerson, checkoutPath, setPrice } from '../../kit/builders.ts';
import type { Answer, TestApp } from '../../kit/test-app.ts';
import { createDelayedApp } from '../customers.ts';
import type { TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const prices = [6_000, 7_000, 4_950, 6_050, 0];

const priceChanges: Trial = {
  table: 'fault',
  name: 'price-changes-meanwhile',
  promise:
    'however the price, an offer, its add-ons or the currency change between load, submit and payment, customers are charged only what the button said',
  counts: { quick: 120, full: 500 },
  async run(times, { count }) {
    for (let index = 0; index < times; index++) {
      const { app, chance } = createDelayedApp(37_000 + index);
      const played = await play(app, chance, sell(app, chance));
      const wrong = played.sums.find(({ asked, onButton }) => asked !== onButton);
      const loss = wrong && `${wrong.asked} ${wrong.by}, ${wrong.onButton} on the button`;
      const stuck = played.isFinished ? null : 'the visitor can no longer buy';
      count(loss || stuck ? `interleaving ${index}: ${loss ?? stuck}` : null);
      app.db.$client.close();
    }
    return '';
  },
};

/** What a shop sells in a trial, and how its admin changes it during the purchase. */
interface Selling {
  change(): unknown;
  /** @returns the offer as on a page loaded now; null if it is not on sale */
  load(): OrderedOffer | null;
  /** The admin stops changing things, with the offer on sale. */
  settle(): void;
}

function sellOne(app: TestApp, chance: TrialRandom): Selling {
  return {
    change: () => setPrice(app, chance.pick(prices)),
    load: () => plainOffer(6_000, defaultMoneyStyle),
    settle: () => {},
  };
}

function sellWithAddOns(app: TestApp, chance: TrialRandom): Selling {
  const addOns = [
    { id: 'rush', name: 'Rush', priceMinor: 2_000, days: 1 },
    { id: 'more', name: 'More', priceMinor: 1_050 },
  ];
  const sold: Offer = {
    ...standardOffer,
    ...{ id: 'long', slug: 'long', name: 'Long letter', addOns },
  };
  const stored = () => listOffers(app.db).find(({ id }) => id === sold.id) ?? sold;
  const store = (changes: Partial<Offer>) => {
    writeNow(app.db, (tx) => storeOffer(tx, { ...stored(), ...changes, version: stored().version + 1 }));
    app.context.signals.invalidatePublicPages();
  };
  store({});
  const priced = () => addOns.map((addOn) => ({ ...addOn, priceMinor: chance.pick([0, 500, 2_000]) }));
  return {
    change: () =>
      store(
        chance.pick([
          { priceMinor: chance.pick(prices) },
          { addOns: priced() },
          { addOns: addOns.slice(0, 1) },
          { visibility: 'archived' },
          { visibility: 'shown' },
        ]),
      ),
    load() {
      const offer = readOffersOnSale(app.context).find(({ id }) => id === sold.id);
      return offer ? toOrderedOffer(offer, false) : null;
    },
    settle: () => store({ visibility: 'shown' }),
  };
}

/** The same figure in all but yen, so that only the currency distinguishes the amounts. */
const currencies = ['usd', 'eur', 'jpy', 'kwd'];

/** Changes what is sold alone in every second shop, in the others more often the currency. */
function sell(app: TestApp, chance: TrialRandom): Selling {
  const selling = chance.pick([sellOne, sellWithAddOns])(app, chance);
  if (chance.below(2) === 0) return selling;
  const boss = addPerson(app, 'boss', 'admin');
  const change = () => changeCurrency(app.context, boss, { currency: chance.pick(currencies) });
  return { ...selling, change: () => (chance.below(4) === 0 ? selling.change() : change()) };
}

/** An amount requested from a customer, and the amount on the pressed button. */
interface Sum {
  asked: string;
  by: 'charged' | 'in the answer';
  onButton: string;
}

/** @param amount in the main unit */
const sumText = (amount: number | undefined, currency = '') => `${amount} ${currency}`;

async function play(app: TestApp, chance: TrialRandom, selling: Selling) {
  const sums: Sum[] = [];
  const browser = app.visitor();
  let isRestless = true;
  const passTime = async () => {
    await chance.turns(3);
    if (!isRestless || chance.below(10) > 0) return;
    await selling.change();
  };
  const newTab = () => openTab(app, browser, sums, passTime, selling.load, chance);
  const tabs = [newTab(), newTab()];
  const underWay: Promise<void>[] = tabs.map((tab) => tab.load());
  await underWay[0];
  for (let steps = 4 + chance.below(10); steps > 0; steps--) {
    const tab = chance.pick(tabs);
    const step = chance.below(4) === 0 || tab.isLeft() ? tab.load() : tab.press();
    underWay.push(step);
    // Sometimes waits long enough for the other tab to act while this one waits for its bank.
    if (chance.below(5) < 3) await step;
    else await chance.turns(60);
  }
  await Promise.all(underWay);

  // The price no longer changes: after a reload, and at most one more look, the button buys.
  isRestless = false;
  selling.settle();
  const [tab] = tabs;
  await tab?.load();
  for (let press = 0; press < 3 && !tab?.isLeft(); press++) await tab?.press();
  return { sums, isFinished: tab?.isLeft() ?? false };
}

/**
 * Opens a tab with the real code of the checkout page, connected to the app under test; only the provider's
 * card form is simulated.
 *
 * @param passTime runs before and after everything sent over the network
 */
function openTab(
  app: TestApp,
  browser: ReturnType<TestApp['visitor']>,
  sums: Sum[],
  passTime: () => Promise<void>,
  loadOffer: () => OrderedOffer | null,
  chance: TrialRandom,
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
  const newPage = (offer: OrderedOffer) =>
    createCheckout<object>({
      offer,
      calls: {
        settings: () => ask(() => browser.get<PublicSettings>('/api/settings')),
        quote: (asked) => ask(() => browser.post<QuoteAnswer>('/api/quote', asked)),
        open: (opened) => ask(() => browser.post<CheckoutOpened>(checkoutPath, opened)),
        submit: async (request) => {
          const placed = await ask(() => browser.post<CheckoutSubmitted>(checkoutPath, request));
          const { shownAmount, shownCurrency } = request;
          // A form that sends its button's amount gets an order at it, or none. Others are the page's task.
          if (shownAmount !== undefined && placed.amount > 0) {
            const asked = sumText(placed.amount, placed.currency);
            sums.push({ asked, by: 'in the answer', onButton: sumText(shownAmount, shownCurrency) });
          }
          return placed;
        },
        confirmPayment: (order) => ask(() => browser.post('/api/confirm-payment', order)),
        reportFailure: async () => {},
      },
      loadProvider: async () => ({}),
      shownDay: () => undefined,
      after: () => null,
      page: '',
      showDay: () => {},
      showDays: () => {},
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
  let offer = plainOffer(6_000, defaultMoneyStyle);
  let checkout = newPage(offer);
  let pressing = Promise.resolve();

  /** Charges the payment's amount at the time of the confirmation, as the provider does. */
  function cardForm(onButton: string): PaymentForm {
    const find = (clientSecret: string) => app.payments.find(clientSecret.split('_secret_')[0] ?? '');
    return {
      check: async () => null,
      outcomeOf: async (clientSecret) => (find(clientSecret)?.status === 'succeeded' ? 'paid' : 'unpaid'),
      async confirm(clientSecret) {
        // 3-D Secure takes long enough for the other tab to load and press.
        for (let steps = 0; steps < 40; steps++) await passTime();
        const payment = find(clientSecret);
        if (payment?.status !== 'open') return { message: 'This payment is over.', isUncertain: false };
        const { amountReceivedMinor: amountMinor, currency } = app.payments.pay(payment.id);
        const asked = sumText(toMajor(amountMinor, currency), currency);
        sums.push({ asked, by: 'charged', onButton });
        await passTime();
        return null;
      },
    };
  }

  return {
    isLeft: () => isLeft,
    async load() {
      await pressing;
      const loaded = loadOffer();
      isLeft = loaded === null;
      if (!loaded) return;
      offer = loaded;
      checkout = newPage(offer);
      checkout.form.change('customerName', 'Maya Lindqvist');
      checkout.form.change('customerEmail', 'maya@customers.example');
      checkout.form.change('readingAddresseeName', 'Maya');
      for (const { id } of offer.addOns) checkout.form.change(`add-on-${id}`, chance.pick(['', 'on']));
      await checkout.form.start();
    },
    press(): Promise<void> {
      const { name } = checkout.form.$provider.get();
      if (isLeft || (name !== 'ready' && name !== 'free')) return pressing;
      const onButton = sumText(checkout.form.$price.get(), checkout.form.$offer.get().currency);
      const form = name === 'ready' ? cardForm(onButton) : null;
      // Add-ons other than a paid order's make another reading; the page asks the customer about it.
      const isAsked = checkout.$notice.get()?.kind === 'question' && offer.addOns.length > 0;
      const send = isAsked ? checkout.orderAnother : checkout.submit;
      pressing = Promise.all([pressing, send(form)]).then(() => {});
      return pressing;
    },
  };
}

export const trials: Trial[] = [priceChanges];
