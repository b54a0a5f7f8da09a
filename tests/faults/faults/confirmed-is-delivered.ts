import fc from 'fast-check';
import { reconcilePayments } from '../../../src/server/payments/reconcile-payments.ts';
import {
  declineCards,
  openCheckoutPage,
  sendWebhook,
  storedOrder,
  submitForm,
} from '../../../src/testing/builders.ts';
import type { TestApp } from '../../../src/testing/test-app.ts';
import type { Chance } from '../chance.ts';
import { createShakenApp, lossOfPaidOrder, type PlacedOrder } from '../customers.ts';
import { checkInBatches } from '../property.ts';
import { createTally, type Trial } from '../trial.ts';

/** How many stories are told between two reports of progress. */
const batch = 50;
const people = ['Maya', 'Noor', 'Ines'] as const;

/** What a tab does next, and whether the others wait for it. */
interface Step {
  tab: number;
  act: 'write' | 'press' | 'repeat' | 'pay' | 'decline' | 'come back' | 'reload' | 'webhook';
  person: (typeof people)[number];
  isAwaited: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  tab: fc.nat({ max: 2 }),
  act: fc.constantFrom(
    'write',
    'press',
    'press',
    'press',
    'repeat',
    'pay',
    'pay',
    'decline',
    'come back',
    'reload',
    'webhook',
  ),
  person: fc.constantFrom(...people),
  isAwaited: fc.boolean(),
});

/** One tab: the form in it, and the order with which its last press was answered, to be paid in 3-D Secure. */
interface Tab {
  person: string;
  answered: (PlacedOrder & { person: string }) | null;
}

/** What a customer was charged for: what stood in the form when its press was answered. */
interface Charge extends PlacedOrder {
  person: string;
}

/** One browser with three tabs, which share their cookies; the provider's answers overtake each other. */
function openBrowser(app: TestApp, chance: Chance) {
  const browser = app.visitor();
  const tabs: Tab[] = people.map((person) => ({ person, answered: null }));
  const charges: Charge[] = [];
  const losses: string[] = [];
  /** The orders the browser was told are paid, as its cookie has named them: another press is for another one. */
  const told = new Set<string>();
  const keepCookie = browser.cookies.set.bind(browser.cookies);
  browser.cookies.set = (name, value) => {
    told.add(value.split('.')[1] ?? '');
    return keepCookie(name, value);
  };

  async function press(tab: Tab): Promise<void> {
    const { person } = tab;
    const paidUntold = charges.filter((charge) => charge.person === person && !told.has(charge.orderId));
    const { status, body } = await submitForm(browser, { readingAddresseeName: person });
    const isKnown = status === 200 || (status === 409 && /^(another_)?order_conflict$/.test(body.error.code));
    if (!isKnown) losses.push(`a press was answered ${status} ${body.error?.code}`);
    if (status !== 200) return;
    if (paidUntold.some(({ paymentIntentId }) => paymentIntentId !== body.paymentIntentId)) {
      losses.push(`${person} was offered a second payment for one press`);
    }
    tab.answered = { ...body, person };
  }

  /** The card is charged, if the payment can still be made; the page may or may not hear of it. */
  async function pay(tab: Tab): Promise<void> {
    if (!tab.answered) await press(tab);
    await chance.turns(20);
    const { answered } = tab;
    if (!answered || app.payments.payments.get(answered.paymentIntentId)?.status !== 'open') return;
    app.payments.pay(answered.paymentIntentId);
    charges.push(answered);
  }

  async function act({ tab: index, act: what, person }: Step): Promise<void> {
    const tab = tabs[index];
    if (!tab) return;
    await chance.turns(6);
    if (what === 'write') tab.person = person;
    else if (what === 'press') await press(tab);
    // The first answer was lost on the way; the page sends the same form once more.
    else if (what === 'repeat') await Promise.all([press(tab), press(tab)]);
    else if (what === 'pay') await pay(tab);
    else if (what === 'reload') await openCheckoutPage(browser);
    else if (what === 'webhook') {
      const paymentId = charges.at(-1)?.paymentIntentId;
      if (paymentId) await sendWebhook(app, { id: `evt_${paymentId}`, paymentId });
    } else if (tab.answered) {
      const { orderId, orderNumber, paymentIntentId } = tab.answered;
      if (what === 'decline') await declineCards(app, paymentIntentId);
      else await browser.post('/api/confirm-payment', { orderId, orderNumber });
    }
  }
  return { act, charges, losses, browser };
}

/** @returns what was charged, or a loss thrown as an error */
async function tell(steps: Step[], seed: number): Promise<number> {
  const { app, chance } = createShakenApp(seed);
  try {
    const { act, charges, losses, browser } = openBrowser(app, chance);
    // The page asks for its payment when its form is begun, so a browser that presses has its cookie.
    await openCheckoutPage(browser);
    const underWay: Promise<void>[] = [];
    for (const next of steps) {
      const done = act(next);
      underWay.push(done);
      if (next.isAwaited) await done;
    }
    await Promise.all(underWay);
    await reconcilePayments(app.context);
    for (const charge of charges) {
      const { readingAddresseeName } = storedOrder(app, charge.orderId);
      const isSwapped = readingAddresseeName !== charge.person;
      const loss = isSwapped ? `${charge.person} paid for a reading for ${readingAddresseeName}` : null;
      losses.push(...[loss ?? lossOfPaidOrder(app, charge)].filter((one) => one !== null));
    }
    const orders = new Set(charges.map(({ orderId }) => orderId));
    if (orders.size < charges.length) losses.push('an order was paid twice');
    if (losses.length > 0) throw new Error(losses.join('; '));
    return charges.length;
  } finally {
    app.db.$client.close();
  }
}

export const trials: Trial[] = [
  {
    table: 'fault',
    name: 'confirmed-is-delivered',
    promise:
      'however three tabs press, pay, decline, reload and come back, each paid order is what was confirmed, and nobody pays twice for one press',
    counts: { quick: 60, full: 5_000 },
    async run(count, progress) {
      const tally = createTally();
      let charged = 0;
      const property = fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
        fc.nat(),
        async (steps, seed) => {
          charged += await tell(steps, seed);
        },
      );
      await checkInBatches(property, { count, batch }, tally, progress);
      return tally.outcome(`${charged} charges`);
    },
  },
];
