import { eq } from '../../../db/drizzle.ts';
import { orders } from '../../../db/schema.ts';
import { openCheckoutPage, sendWebhook, submitForm } from '../../../src/testing/builders.ts';
import type { TestApp } from '../../../src/testing/test-app.ts';
import type { Chance } from '../chance.ts';
import { createShakenApp, lossOfPaidOrder } from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';

const presses = 50;
const tabs = 4;

/**
 * An impatient visitor: several tabs, the button pressed fifty times, reloads and the back button between. Some
 * have filled in their tabs for two people.
 */
const doubleSubmit: Trial = {
  table: 'fault',
  name: 'double-submit',
  promise: `a visitor who presses Pay ${presses} times, in several tabs, with the back button, has one order and one payment; another form is another order`,
  counts: { quick: 8, full: 100 },
  async run(count, progress) {
    const { app, chance } = createShakenApp(50);
    const tally = createTally();
    for (let index = 0; index < count; index++) {
      tally.count(await beImpatient(app, chance, index));
      progress(index + 1);
    }
    app.db.$client.close();
    return tally.outcome(`${count * presses} presses`);
  },
};

/** @returns what went wrong for this visitor, or null */
async function beImpatient(app: TestApp, chance: Chance, index: number): Promise<string | null> {
  const customerEmail = `impatient${index}@customers.example`;
  const intentsBefore = app.payments.payments.size;
  const browser = app.visitor();
  await openCheckoutPage(browser);
  // Every third visitor has tried too many cards: the presses have to find the next payment together.
  const isStartedAfresh = index % 3 === 2;
  const opened = [...app.payments.payments.keys()].at(-1) ?? '';
  if (isStartedAfresh) app.payments.change(opened, { status: 'canceled' });
  const reload = async () => {
    await chance.turns(30);
    await openCheckoutPage(browser);
  };
  const forms = index % 4 === 1 ? 2 : 1;
  const formOf = (tab: number) => ({ customerEmail, readingAddresseeName: `Maya ${tab % forms}` });
  const press = async (tab: number) => {
    await chance.turns(30);
    return submitForm(browser, formOf(tab));
  };
  const reloads = Array.from({ length: tabs }, reload);
  const answers = await Promise.all(Array.from({ length: presses }, (_, number) => press(number % tabs)));
  await Promise.all(reloads);

  const refused = answers.find(({ status }) => status !== 200);
  if (refused) return `a press was answered ${refused.status} ${refused.body.error?.code}`;
  const known = new Set(
    answers.map(({ body }) => `${body.orderId} ${body.paymentIntentId} ${body.clientSecret}`),
  );
  if (known.size !== forms)
    return `the presses of ${forms} forms were answered with ${known.size} orders or payments`;
  const [first] = answers;
  if (!first) return 'nothing was answered';
  const order = first.body;

  // The payment goes through, but this browser's page never hears of it: the customer goes back.
  app.payments.pay(order.paymentIntentId);
  // Which of two orders was paid is what Stripe has told.
  if (forms > 1) await sendWebhook(app, { id: `evt_${order.orderId}`, paymentId: order.paymentIntentId });
  // A page from the browser's cache can still press, with the cookie of before; every other one is reloaded.
  // Whichever comes first has to find out that the order is paid.
  const pressAgain = () => (index % 2 === 0 ? submitForm(browser, formOf(0)) : null);
  const pressed = index % 4 === 0 ? await pressAgain() : null;
  const [back, again] = await Promise.all([openCheckoutPage(browser), pressed ?? pressAgain()]);
  if (back.body.completedOrderNumber !== order.orderNumber)
    return 'going back after paying shows no thank-you';
  if (again && again.status !== 409) return `pressing after paying was answered ${again.status}`;

  const placed = app.db.select().from(orders).where(eq(orders.customerEmail, customerEmail)).all();
  if (placed.length !== forms) return `there are ${placed.length} orders of ${forms} forms`;
  const intents = [...app.payments.payments.values()].slice(intentsBefore);
  const charged = intents.filter(({ status }) => status === 'succeeded').length;
  if (charged !== 1) return `${charged} payments were charged`;
  // The way back may begin the next purchase; until then there was one payment.
  const forThisOrder = intents.filter(({ orderId }) => orderId === order.orderId).length;
  if (forThisOrder !== 1) return `${forThisOrder} payments belong to the order`;
  if (intents.length > forms + (isStartedAfresh ? 2 : 1)) return `${intents.length} payments were opened`;
  return lossOfPaidOrder(app, order);
}

export const trials: Trial[] = [doubleSubmit];
