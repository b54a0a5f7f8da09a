import { eq } from 'drizzle-orm';
import { orders } from '../../../db/schema.ts';
import { openCheckoutPage, sendWebhook, storedOrder, submitForm } from '../../kit/builders.ts';
import type { TestApp } from '../../kit/test-app.ts';
import { createDelayedApp, paidOrderProblem } from '../customers.ts';
import type { TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const presses = 50;
const tabs = 4;

const doubleSubmit: Trial = {
  table: 'fault',
  name: 'double-submit',
  promise: `a visitor who presses Pay ${presses} times, in several tabs, with the back button, has one order and one payment; another form is another order`,
  counts: { quick: 8, full: 100 },
  async run(times, { count }) {
    const { app, chance } = createDelayedApp(50);
    for (let index = 0; index < times; index++) count(await beImpatient(app, chance, index));
    return `${times * presses} presses`;
  },
};

async function beImpatient(app: TestApp, chance: TrialRandom, index: number): Promise<string | null> {
  const customerEmail = `impatient${index}@customers.example`;
  const intentsBefore = app.payments.list().length;
  const browser = app.visitor();
  await openCheckoutPage(browser);
  // Every third visitor has tried too many cards: all presses must find the same new payment.
  const isCanceled = index % 3 === 2;
  const opened = app.payments.list().at(-1)?.id ?? '';
  if (isCanceled) app.payments.change(opened, { status: 'canceled' });
  const forms = index % 4 === 1 ? 2 : 1;
  const formOf = (tab: number) => ({ customerEmail, readingAddresseeName: `Maya ${tab % forms}` });
  const reloads = Array.from({ length: tabs }, async () => {
    await chance.turns(30);
    await openCheckoutPage(browser);
  });
  const pressing = Array.from({ length: presses }, async (_, number) => {
    await chance.turns(30);
    const form = formOf(number % tabs);
    return { form, answer: await submitForm(browser, form) };
  });
  const answers = await Promise.all(pressing);
  await Promise.all(reloads);

  const known = new Set<string>();
  for (const { form, answer } of answers) {
    const { status, body } = answer;
    if (status !== 200) return `a press was answered ${status} ${body.error?.code}`;
    known.add(`${body.orderId} ${body.paymentIntentId} ${body.clientSecret}`);
    const { readingAddresseeName } = storedOrder(app, body.orderId);
    if (readingAddresseeName !== form.readingAddresseeName)
      return `${form.readingAddresseeName} was offered the order of ${readingAddresseeName}`;
  }
  if (known.size !== forms)
    return `the presses of ${forms} forms were answered with ${known.size} orders or payments`;
  const order = answers[0]?.answer.body;
  if (!order) return 'nothing was answered';

  // The payment succeeds, but this browser's page does not learn of it: the customer goes back.
  app.payments.pay(order.paymentIntentId);
  // Stripe's webhook says which of the two orders was paid.
  if (forms > 1) await sendWebhook(app, { id: `evt_${order.orderId}`, paymentId: order.paymentIntentId });
  // A page from the browser's cache can still submit, with the old cookie; every other one is reloaded.
  // Whichever comes first has to find out that the order is paid.
  const pressAgain = () => (index % 2 === 0 ? submitForm(browser, formOf(0)) : null);
  const pressed = index % 4 === 0 ? await pressAgain() : null;
  const [back, again] = await Promise.all([openCheckoutPage(browser), pressed ?? pressAgain()]);
  if (back.body.completedOrderNumber !== order.orderNumber)
    return 'going back after paying shows no thank-you';
  if (again && again.status !== 409) return `pressing after paying was answered ${again.status}`;

  const placed = app.db.select().from(orders).where(eq(orders.customerEmail, customerEmail)).all();
  if (placed.length !== forms) return `there are ${placed.length} orders of ${forms} forms`;
  const intents = app.payments.list().slice(intentsBefore);
  const charged = intents.filter(({ status }) => status === 'succeeded').length;
  if (charged !== 1) return `${charged} payments were charged`;
  // Going back may begin the next purchase; until then there was one payment.
  const forThisOrder = intents.filter(({ orderId }) => orderId === order.orderId).length;
  if (forThisOrder !== 1) return `${forThisOrder} payments belong to the order`;
  if (intents.length > forms + (isCanceled ? 2 : 1)) return `${intents.length} payments were opened`;
  return paidOrderProblem(app, order);
}

export const trials: Trial[] = [doubleSubmit];
