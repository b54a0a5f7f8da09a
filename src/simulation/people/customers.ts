import { findOwnOrder, visitorCookie } from '../../server/checkout/own-order.ts';
import type {
  CheckoutOpened,
  CheckoutSubmitted,
  ReadingRequestInput,
} from '../../shared/checkout/checkout.ts';
import { days, hours, minutes, seconds } from '../../shared/durations.ts';
import type { Customer, Sale } from '../promises/ledger.ts';
import type { Chance } from '../world/chance.ts';
import { type Browser, newBrowser } from '../world/shop.ts';
import { ifUnanswered, type World } from '../world/world.ts';

const checkoutPath = '/api/create-simple-payment-intent';

/** Everything one customer does, from the first look at the page until they have their reading and longer. */
export async function liveAsCustomer(world: World, number: number): Promise<void> {
  const { agenda, ledger } = world;
  const chance = world.chance.of(`customer ${number}`);
  const browser = newBrowser();
  const opened = await open(world, browser);
  ledger.count('visitors');
  // Most only look.
  if (!opened || chance.happens(0.15)) return;
  const customer = introduce(world, chance, number);
  let button = opened.button;
  await agenda.sleep(minutes(1) + chance.wait(minutes(6)));
  for (let press = 0; press < 5; press++) {
    const placed = await submit(world, chance, browser, customer);
    if (placed === 'leaves' || (placed === null && chance.happens(0.2))) return;
    if (placed === null) {
      await agenda.sleep(seconds(20) + chance.wait(minutes(10)));
      continue;
    }
    const asked = Math.round(placed.amount * 100);
    if (asked !== button) {
      // The page shows the other price and asks once more.
      button = asked;
      if (chance.happens(0.3)) return;
      await agenda.sleep(chance.wait(minutes(1)));
      continue;
    }
    const sale = await pay(world, chance, browser, { placed, button, customer });
    if (sale) await comeBack(world, chance, browser, sale);
    return;
  }
}

/** Who they are; some mistype their address. */
function introduce({ ledger }: World, chance: Chance, number: number): Customer {
  const marker = `Maya-${String(number).padStart(6, '0')}`;
  const house = chance.happens(0.03) ? 'nowhere.example' : 'customers.example';
  const customer: Customer = { marker, addresses: [`${marker.toLowerCase()}@${house}`] };
  ledger.customers.set(marker, customer);
  return customer;
}

/** Looks at the page. @returns what its button says, in cents; null when it does not come or sells nothing */
async function open(world: World, browser: Browser): Promise<{ button: number } | null> {
  const settings = await world.call<{ price: number }>(browser, 'GET', '/api/settings').catch(ifUnanswered);
  const begun = await world.insistBriefly<CheckoutOpened>(browser, 'POST', checkoutPath, {});
  if (settings?.status !== 200 || begun?.status !== 200) return null;
  return { button: Math.round(settings.body.price * 100) };
}

/** Presses the button, some twice, some in a second tab with another question. */
async function submit(
  world: World,
  chance: Chance,
  browser: Browser,
  customer: Customer,
): Promise<(CheckoutSubmitted & { paymentIntentId: string }) | 'leaves' | null> {
  const form = formOf(customer, chance, world.hasWithdrawal);
  const press = (sent: ReadingRequestInput) =>
    world
      .call<CheckoutSubmitted & { paymentIntentId: string }>(browser, 'POST', checkoutPath, sent)
      .catch(ifUnanswered);
  const presses = [press(form)];
  if (chance.happens(0.04)) presses.push(press(form));
  else if (chance.happens(0.03))
    presses.push(press({ ...form, backgroundContext: `${customer.marker} in another tab` }));
  const answers = await Promise.all(presses);
  const last = answers.at(-1);
  if (last?.status === 200) return last.body;
  // Closed, full or refused: nothing is sold.
  if (last && last.status < 500 && last.status !== 409) return 'leaves';
  return null;
}

function formOf({ marker, addresses }: Customer, chance: Chance, asksConsent: boolean): ReadingRequestInput {
  return {
    ...(asksConsent && { consent: true }),
    readingType: chance.pick(['careerPath', 'other']),
    customQuestion: `Should ${marker} leave the work of ten years?`,
    customerName: `Sam ${marker}`,
    customerEmail: addresses.at(-1) ?? '',
    readingAddresseeName: marker,
    backgroundContext: chance.happens(0.5) ? `${marker} has worked with numbers since 2009.` : '',
  };
}

interface Purchase {
  placed: CheckoutSubmitted & { paymentIntentId: string };
  button: number;
  customer: Customer;
}

/** At the card: pays, is declined and tries again, waits for the bank, or closes the page. */
async function pay(
  world: World,
  chance: Chance,
  browser: Browser,
  { placed, button, customer }: Purchase,
): Promise<Sale | null> {
  const { agenda, stripe, ledger } = world;
  const { orderId, orderNumber, paymentIntentId: paymentId } = placed;
  if (chance.happens(0.06)) return null;
  await agenda.sleep(seconds(2) + chance.wait(seconds(20)));
  while (chance.happens(0.1)) {
    if (stripe.payments.get(paymentId)?.status !== 'open') return null;
    stripe.decline(paymentId, 'card');
    stripe.announce();
    ledger.count('declined cards');
    if (chance.happens(0.3)) return null;
    await agenda.sleep(chance.wait(minutes(2)));
  }
  // 3-D Secure, or a bank that takes its time.
  if (chance.happens(0.1)) await agenda.sleep(chance.wait(minutes(10)));
  if (chance.happens(0.02) && stripe.payments.get(paymentId)?.status === 'open') {
    stripe.startProcessing(paymentId);
    stripe.announce();
    await agenda.sleep(chance.wait(hours(6)));
  }
  const payment = stripe.payments.get(paymentId);
  if (!payment || (payment.status !== 'open' && payment.status !== 'processing')) return null;
  const { amountCents: cents } = stripe.pay(paymentId);
  stripe.announce();
  ledger.ask(
    'nobody is charged what was not on the button',
    cents === button,
    () => `${orderNumber} was charged ${cents} and its button said ${button}`,
  );
  const sale: Sale = {
    customer,
    orderId,
    orderNumber,
    paymentId,
    cents,
    at: agenda.now(),
    refundsAsked: [],
    rightAddresses: [{ address: customer.addresses.at(-1) ?? '', until: null, isCertain: true }],
    isUnclear: false,
    isLost: false,
    withdrawnAt: null,
  };
  ledger.sold(sale);
  // Some close the page at once: the webhook has to tell.
  if (chance.happens(0.8)) {
    await agenda.sleep(chance.whole(50, 800));
    await world.call(browser, 'POST', '/api/confirm-payment', { orderId, orderNumber }).catch(ifUnanswered);
  }
  return sale;
}

/** What some do afterwards. */
async function comeBack(world: World, chance: Chance, browser: Browser, sale: Sale): Promise<void> {
  const { agenda, ledger, stripe } = world;
  const { orderId, customer } = sale;
  if (chance.happens(0.03)) {
    await agenda.sleep(chance.wait(minutes(30)));
    await correctAddress(world, chance, browser, sale);
  }
  if (chance.happens(0.02)) {
    // Asks for their money, all or some; the admin reads it in a mail.
    await agenda.sleep(chance.wait(days(3)));
    world.desk.push({
      what: 'refund',
      orderId,
      cents: chance.happens(0.6) ? null : chance.whole(100, sale.cents - 1),
    });
  }
  if (chance.happens(0.01)) {
    await agenda.sleep(chance.wait(days(20)));
    sale.isUnclear = true;
    ledger.count('disputes');
    await stripe.dispute(sale.paymentId);
    return;
  }
  if (world.hasWithdrawal && chance.happens(0.02)) {
    await agenda.sleep(chance.wait(days(2)));
    await withdraw(world, browser, sale);
    return;
  }
  if (chance.happens(0.02)) {
    await agenda.sleep(chance.wait(days(6)));
    const link = linkOf(world, browser, sale);
    if (!link) return;
    const form = new URLSearchParams({ words: `${customer.marker} expected more.` });
    await world.call(browser, 'POST', `/api/order-links/${link}/problem`, form).catch(ifUnanswered);
  }
}

/** The thank-you page and the order page know their browser. */
function linkOf({ shop }: World, browser: Browser, { orderId }: Sale): string | null {
  if (!shop.isUp()) return null;
  const { context } = shop.app();
  const cookie = browser.cookies.get(visitorCookie(context.config).name) ?? null;
  return findOwnOrder(context, cookie, ({ id }) => id === orderId)?.linkToken ?? null;
}

async function correctAddress(world: World, chance: Chance, browser: Browser, sale: Sale): Promise<void> {
  const { customer } = sale;
  const link = linkOf(world, browser, sale);
  if (!link) return;
  const address = `${customer.marker.toLowerCase()}.${chance.whole(2, 99)}@customers.example`;
  // From when it is asked for until it is answered, both are right.
  const before = customer.addresses.at(-1) ?? '';
  customer.addresses.push(address);
  const form = new URLSearchParams({ text: address });
  const answer = await world
    .call(browser, 'POST', `/api/order-links/${link}/address`, form)
    .catch(ifUnanswered);
  const isRefused = answer !== null && !answer.headers.get('location')?.includes('corrected=address');
  if (isRefused) customer.addresses.splice(customer.addresses.indexOf(address), 1);
  else world.ledger.addressChanged(sale, { from: before, to: address, isCertain: answer !== null });
}

/** Two steps, as on the page of the order. */
async function withdraw(world: World, browser: Browser, sale: Sale): Promise<void> {
  const { agenda, ledger } = world;
  const link = linkOf(world, browser, sale);
  if (!link) return;
  const stated = await world.call(browser, 'POST', `/api/order-links/${link}/withdrawal`).catch(ifUnanswered);
  const key = /^\/withdraw\/(.+)$/.exec(stated?.headers.get('location') ?? '')?.[1];
  if (!key) return;
  await agenda.sleep(seconds(20));
  const before = agenda.now();
  await world.call(browser, 'POST', `/api/withdrawals/${key}/confirm`).catch(ifUnanswered);
  // Whether it was taken, the page says: as the shop does.
  const row = world.isWithdrawn(sale.orderId);
  if (!row) return;
  sale.withdrawnAt = before;
  ledger.count('withdrawals');
  world.desk.push({ what: 'refund', orderId: sale.orderId, cents: null });
}

/** A mail asks them something: most answer, some only once they are reminded, some never. */
export async function answerQuestion(
  world: World,
  chance: Chance,
  orderId: string,
  text: string,
): Promise<void> {
  const { agenda, shop, ledger } = world;
  if (chance.happens(0.3)) return;
  await agenda.sleep(chance.wait(hours(20)));
  const token = /\/order\/([\w-]+)/.exec(text)?.[1];
  if (!token || !shop.isUp()) return;
  const question = world.openQuestion(orderId);
  if (!question) return;
  const form = new URLSearchParams({ question, answer: 'The second of the two, at the hospital.' });
  const answer = await world
    .call(newBrowser(), 'POST', `/api/order-links/${token}/answer`, form)
    .catch(ifUnanswered);
  if (answer) ledger.count('questions answered');
}
