import type { Chance } from '../../../src/sample-shop/chance.ts';
import { drawCustomer } from '../../../src/sample-shop/customers/drawn-customer.ts';
import type {
  CheckoutOpened,
  CheckoutSubmitted,
  ReadingRequestInput,
} from '../../../src/shared/checkout/checkout.ts';
import { days, hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Sale, Customer as SoldTo } from '../promises/ledger.ts';
import { type Browser, newBrowser } from '../world/shop.ts';
import { ifUnanswered, type World } from '../world/world.ts';
import { isMistyped } from './bounces.ts';
import { correctAddress, linkOf, withdraw } from './own-page.ts';
import { askAboutForm, askAboutOpening, codeOf, type Page } from './refusals.ts';

const checkoutPath = '/api/create-simple-payment-intent';

/** A person who comes to order. */
interface Customer extends SoldTo {
  /** What they are called and ask. */
  form: ReadingRequestInput;
}

/** A network that many share: one company, one telephone's. */
const sharedNetwork = (): string => '198.51.100.7';

/**
 * Everything one customer does, from the first look at the page until they have their reading and longer.
 *
 * @param networkOf an address that many share: some come from there, by their number
 */
export async function liveAsCustomer(
  world: World,
  number: number,
  networkOf: (number: number) => string = sharedNetwork,
): Promise<void> {
  const { agenda, ledger } = world;
  const chance = world.chance.of(`customer ${number}`);
  const browser = newBrowser(addressOf(chance, number, networkOf));
  const opened = await open(world, browser);
  ledger.visited();
  // Most only look.
  if (!opened || chance.happens(0.15)) return;
  const customer = introduce(world, chance, number);
  await agenda.sleep(minutes(1) + chance.wait(minutes(6)));
  let sale = await buy(world, chance, browser, customer, opened);
  if (!sale && chance.happens(0.3)) {
    // Sleeps on it, and finds the page again.
    await agenda.sleep(hours(1) + chance.wait(days(1)));
    const again = await open(world, browser);
    if (again) sale = await buy(world, chance, browser, customer, again);
    if (sale) ledger.count('bought after a night');
  }
  if (sale) await comeBack(world, chance, browser, sale);
}

/** @returns null when they leave it */
async function buy(
  world: World,
  chance: Chance,
  browser: Browser,
  customer: Customer,
  opened: Page,
): Promise<Sale | null> {
  const { agenda } = world;
  let page = opened;
  for (let press = 0; press < 5; press++) {
    const placed = await submit(world, chance, browser, { customer, page });
    if (placed === 'leaves' || (placed === null && chance.happens(0.2))) return null;
    if (placed === null) {
      await agenda.sleep(seconds(20) + chance.wait(minutes(10)));
      continue;
    }
    if (placed === 'other price') {
      // The page shows it; some do not want it any more.
      const shown = await open(world, browser);
      if (!shown || chance.happens(0.3)) return null;
      page = shown;
      await agenda.sleep(chance.wait(minutes(1)));
      continue;
    }
    const asked = Math.round(placed.amount * 100);
    if (asked !== page.button) {
      // The page shows the other price and asks once more.
      page = { ...page, button: asked };
      if (chance.happens(0.3)) return null;
      await agenda.sleep(chance.wait(minutes(1)));
      continue;
    }
    const purchase = { placed, placedAt: agenda.now(), button: page.button, customer };
    return await pay(world, chance, browser, purchase);
  }
  return null;
}

function addressOf(chance: Chance, number: number, networkOf: (number: number) => string): string {
  if (chance.happens(0.2)) return networkOf(number);
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** Who they are; some mistype their address. */
function introduce({ ledger }: World, chance: Chance, number: number): Customer {
  const marker = `Maya-${String(number).padStart(6, '0')}`;
  const form = drawCustomer(chance.of('form'), number);
  const isGone = chance.of('address').happens(0.03);
  const house = chance.happens(0.03) ? 'nowhere.example' : isGone ? 'gone.example' : 'customers.example';
  const address = form.customerEmail.replace('customers.example', house);
  const customer: Customer = { marker, form, addresses: [address] };
  ledger.customers.set(marker, customer);
  return customer;
}

/** Opens the page. @returns null when it fails to load or the shop sells nothing */
async function open(world: World, browser: Browser): Promise<Page | null> {
  const openedAt = world.agenda.now();
  const settings = await world.call<{ price: number }>(browser, 'GET', '/api/settings').catch(ifUnanswered);
  const begun = await world.insistBriefly<CheckoutOpened>(browser, 'POST', checkoutPath, {});
  askAboutOpening(world, begun);
  if (settings?.status !== 200 || begun?.status !== 200) return null;
  return { button: Math.round(settings.body.price * 100), openedAt };
}

/** Presses the button, some twice, some in a second tab with another question. */
async function submit(
  world: World,
  chance: Chance,
  browser: Browser,
  { customer, page }: { customer: Customer; page: Page },
): Promise<(CheckoutSubmitted & { paymentIntentId: string }) | 'leaves' | 'other price' | null> {
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
  for (const answer of answers) askAboutForm(world, customer, page, answer);
  const last = answers.at(-1);
  if (last?.status === 200) return last.body;
  if (last && codeOf(last) === 'price_conflict') return 'other price';
  // Closed, full or refused: nothing is sold.
  if (last && last.status < 500 && last.status !== 409) return 'leaves';
  return null;
}

/** The form as they fill it in this time: some change their question, or say less. */
function formOf(customer: Customer, chance: Chance, asksConsent: boolean): ReadingRequestInput {
  const { marker, form, addresses } = customer;
  return {
    ...(asksConsent && { consent: true }),
    readingType: chance.pick([form.readingType, 'other']),
    customQuestion: `What is ahead of ${marker}? ${form.customQuestion}`,
    customerName: `${form.customerName} ${marker}`,
    customerEmail: addresses.at(-1) ?? '',
    readingAddresseeName: marker,
    backgroundContext: chance.happens(0.5) ? `${marker}: ${form.backgroundContext}` : '',
  };
}

interface Purchase {
  placed: CheckoutSubmitted & { paymentIntentId: string };
  placedAt: number;
  button: number;
  customer: Customer;
}

/** At the card: pays, is declined and tries again, waits for the bank, or closes the page. */
async function pay(
  world: World,
  chance: Chance,
  browser: Browser,
  { placed, placedAt, button, customer }: Purchase,
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
    placedAt,
    refundsAsked: [],
    rightAddresses: [{ address: customer.addresses.at(-1) ?? '', until: null, isCertain: true }],
    unclearUntil: 0,
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
  const misses = chance.of('misses the mail');
  if (isMistyped(customer.addresses.at(-1) ?? '') && misses.happens(0.4)) {
    await agenda.sleep(misses.wait(hours(1)));
    await correctAddress(world, misses, browser, sale);
  }
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
    sale.unclearUntil = Number.POSITIVE_INFINITY;
    ledger.count('disputes');
    await stripe.dispute(sale.paymentId);
    return;
  }
  if (world.hasWithdrawal && chance.happens(0.02)) {
    await agenda.sleep(chance.wait(days(2)));
    await withdraw(world, chance.of('withdraws'), browser, sale);
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
