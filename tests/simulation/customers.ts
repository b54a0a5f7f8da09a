import { readCustomerOrder } from '../../src/server/aftercare/order-page/customer-order.ts';
import { checkoutCookie, findOwnOrder, saveBuyersLink } from '../../src/server/checkout/checkout-visitor.ts';
import type { CheckoutSubmitted } from '../../src/shared/checkout/checkout-schema.ts';
import type { PublicSettings } from '../../src/shared/checkout/public-settings.ts';
import { days, hours } from '../../src/shared/durations.ts';
import { newSale, type Oracle, type Sale, underWay } from './oracle.ts';
import type { Staff } from './staff.ts';
import { isMistyped, newBrowser, type World } from './world.ts';

const checkoutPath = '/api/create-simple-payment-intent';

/** Creates the customers and their bank, who remember their answers like the staff. */
export function createCustomers(world: World, { sales }: Oracle, staff: Staff) {
  const { chance, bank, expect } = world;
  const { pickSale, adminCalls, refusesOnly } = staff;
  let visitors = 0;

  async function order(): Promise<void> {
    visitors += 1;
    const marker = `Maya-${String(visitors).padStart(5, '0')}`;
    const isShared = chance.happens(0.5);
    const browser = newBrowser(isShared ? '198.51.100.7' : `10.0.${visitors >> 8}.${visitors & 255}`);
    const settings = await world.call<PublicSettings>(browser, 'GET', '/api/settings');
    const opened = await world.call(browser, 'POST', checkoutPath, {});
    if (!settings || !opened) return;
    refusesOnly(opened, false, 'opening the checkout');
    const shownAmount = settings.body.price;
    const amountMinor = Math.round(shownAmount * 100);
    const isNewPrice = chance.happens(0.08) && (await staff.changePrice());
    const address = `maya.${visitors}@${chance.happens(0.08) ? 'nowhere.example' : 'customers.example'}`;
    const form = {
      consent: true,
      ...{ readingType: 'other', shownAmount, shownCurrency: 'usd' },
      customQuestion: `What is ahead of ${marker} at work?`,
      customerName: `Maya ${marker}`,
      customerEmail: address,
      readingAddresseeName: marker,
      backgroundContext: chance.happens(0.5) ? `${marker} has two offers.` : '',
    };
    const answers = await staff.press(
      () => world.call<CheckoutSubmitted & { paymentIntentId: string }>(browser, 'POST', checkoutPath, form),
      // If pressed twice at a new price, the second press counts as the customer's consent.
      isNewPrice ? 0 : 0.1,
    );
    for (const answer of answers) refusesOnly(answer, isNewPrice, `the form of ${marker}`);
    const placed = answers.find((answer) => answer?.status === 200)?.body;
    if (!placed) return;
    const { orderId, orderNumber, paymentIntentId: paymentId } = placed;
    const price = `${orderNumber} is placed by ${marker}, ${address}, for ${amountMinor} cents`;
    const isOnButton = placed.amount === shownAmount && placed.currency === 'usd';
    expect('no customer is asked for what was not on the button', isOnButton, [price, placed]);
    const sale = newSale({ marker, browser, orderId, orderNumber, paymentId, amountMinor }, address);
    sales.push(sale);
    world.note(price);
    if (chance.happens(0.1)) await confirm(sale);
    if (chance.happens(0.85)) await pay(sale);
    if (chance.happens(0.06)) await withdraw(sale);
  }

  const confirm = ({ browser, orderId, orderNumber }: Sale) =>
    world.call(browser, 'POST', '/api/confirm-payment', { orderId, orderNumber });

  async function pay(sale: Sale): Promise<void> {
    const { paymentId, orderNumber } = sale;
    const isOpen = () => ['open', 'processing'].includes(bank.find(paymentId)?.status ?? '');
    if (!isOpen()) return;
    if (chance.happens(0.1)) bank.decline(paymentId);
    if (chance.happens(0.1)) {
      bank.startProcessing(paymentId);
      await world.advance(chance.wait(hours(1)));
      await confirm(sale);
      if (!isOpen()) return;
    }
    const { amountMinor } = bank.pay(paymentId);
    sale.paidAt = world.now();
    world.note(`${orderNumber} is paid`);
    const isOnButton = amountMinor === sale.amountMinor;
    expect('no customer is charged what was not on the button', isOnButton, `${orderNumber}: ${amountMinor}`);
    if (chance.happens(0.6)) await confirm(sale);
  }

  /** Returns to an order that was placed but not paid. */
  async function payLater(): Promise<void> {
    const sale = pickSale(sales.filter(({ paidAt }) => paidAt === null));
    if (sale) await pay(sale);
  }

  /** @returns the secret with which the ordering browser opens its order */
  function ownLink({ browser, orderId }: Sale): string | null {
    return world.look(({ context }) => {
      const cookie = browser.cookies.get(checkoutCookie(context.config).name) ?? null;
      const own = findOwnOrder(context, cookie, ({ id }) => id === orderId);
      return own && saveBuyersLink(context, own);
    });
  }

  async function withdraw(sale = pickSale()): Promise<void> {
    const link = sale && ownLink(sale);
    if (!link) return;
    const stated = await world.call(sale.browser, 'POST', `/api/order-links/${link}/withdrawal`);
    const key = /^\/withdraw\/(.+)$/.exec(stated?.headers.get('location') ?? '')?.[1];
    if (!key) return;
    const before = world.now();
    await world.call(sale.browser, 'POST', `/api/withdrawals/${key}/confirm`);
    sale.isDisturbed = true;
    const source = 'SELECT 1 FROM withdrawals WHERE order_id = ? AND lifted_at IS NULL';
    if (world.rows(source, sale.orderId).length === 0 || sale.withdrawnAt !== null) return;
    world.note(`${sale.orderNumber} is withdrawn`);
    Object.assign(sale, { withdrawnAt: before, approvedAt: null });
    // Taken back at once: what it held back is sent.
    if (chance.happens(0.5)) await lift(sale);
  }

  async function lift(sale: Sale): Promise<void> {
    const answer = await adminCalls('PUT', `/api/orders/${sale.orderId}/withdrawal/lift`);
    world.note(`${sale.orderNumber} goes on: ${answer?.status}`);
    if (answer?.status === 200) sale.withdrawnAt = null;
    else if (!answer) sale.isUnclear = true;
  }

  async function settleWithdrawal(): Promise<void> {
    const sale = pickSale(sales.filter(({ withdrawnAt }) => withdrawnAt !== null));
    if (sale) await (chance.happens(0.5) ? lift(sale) : staff.refund(sale));
  }

  /** Corrects the address, by the customer in their browser or an admin on the telephone. */
  async function correctAddress(): Promise<void> {
    const mistyped = sales.filter(
      ({ paidAt, addresses }) => paidAt !== null && isMistyped(addresses.at(-1)?.address),
    );
    const sale = pickSale(mistyped.length > 0 && chance.happens(0.7) ? mistyped : undefined);
    const before = sale?.addresses.at(-1);
    if (!sale || !before) return;
    const to = `${sale.marker.toLowerCase()}.${sale.addresses.length}@customers.example`;
    const at = world.now();
    const link = chance.happens(0.4) ? ownLink(sale) : null;
    sale.addresses.push({ address: to, until: Number.POSITIVE_INFINITY });
    sale.sendings += 1;
    const form = new URLSearchParams({ text: to });
    const answer = link
      ? await world.call(sale.browser, 'POST', `/api/order-links/${link}/address`, form)
      : await adminCalls('PUT', `/api/orders/${sale.orderId}/email`, { email: to });
    const location = answer?.headers.get('location') ?? '';
    const isDone = link ? location.includes('corrected=address') : answer?.status === 200;
    if (answer && !isDone) return void sale.addresses.pop();
    // The links in mails to the old address may no longer work, even if the result is unknown.
    sale.links.length = 0;
    if (!answer) sale.isUnclear = true;
    if (!isDone) return;
    before.until = world.now() + underWay;
    sale.correctedAt = at;
  }

  /** Opens the link of a mail: it must lead to that order, and show that customer's texts only. */
  async function followLink(): Promise<void> {
    const sale = pickSale();
    const link = sale?.links.at(chance.whole(0, sale.links.length - 1));
    if (!sale || !link || world.now() - link.at > days(180)) return;
    const shown = world.look(({ context }) => readCustomerOrder(context, link.secret, { isCustomer: true }));
    if (!world.isUp()) return;
    expect('a link leads to its order', shown?.orderNumber === sale.orderNumber, [sale.orderNumber, shown]);
    const named = JSON.stringify(shown).match(/Maya-\d+/g) ?? [];
    const isOwn = named.every((marker) => marker === sale.marker);
    expect('an order is shown to its own people only', isOwn, `${sale.orderNumber} shows ${named}`);
  }

  /** What the bank does on its own: refunds from its dashboard, failed refunds, disputes, other shops. */
  async function bankActs(): Promise<void> {
    const sale = pickSale();
    const payment = sale && bank.find(sale.paymentId);
    if (!sale || payment?.status !== 'succeeded') return;
    const left = payment.amountReceivedMinor - payment.refundedMinor;
    const made = payment.refunds.find(({ status }) => status === 'succeeded');
    const what = chance.pick(['refund', 'refund', 'failure', 'dispute', 'other shop']);
    if (what === 'refund' && left > 0 && !sale.isDisputed) {
      const amountMinor = staff.partOf(left);
      sale.refundsAsked.push(amountMinor);
      bank.refundElsewhere(sale.paymentId, amountMinor);
    } else if (what === 'failure' && made) {
      bank.moveRefund(sale.paymentId, made.id, 'failed', 'expired_or_canceled_card');
    } else if (what === 'dispute' && !sale.isDisputed) {
      sale.isDisputed = true;
      bank.dispute(sale.paymentId, chance.pick(['needs_response', 'warning_needs_response', 'lost']));
    } else if (what === 'other shop') {
      const { id } = bank.runStep('foreign_payment') as { id: string };
      const amountMinor = chance.whole(500, 20_000);
      bank.change(id, { amountMinor, amountReceivedMinor: amountMinor });
      return;
    }
    Object.assign(sale, { isDisturbed: true, isUnclear: true });
  }

  /** Answers a question as the customer, by the link in its mail. */
  async function answerQuestion(): Promise<void> {
    const [open] = world.rows<{ orderId: string }>(
      "SELECT order_id AS orderId FROM messages WHERE kind = 'question' AND closed_at IS NULL LIMIT 1",
    );
    const link = sales.find(({ orderId }) => orderId === open?.orderId)?.links.at(-1);
    if (!link) return;
    const form = new URLSearchParams({ text: 'The second one, at the hospital.' });
    await world.call(newBrowser('198.51.100.7'), 'POST', `/api/order-links/${link.secret}/messages`, form);
  }

  return {
    ...{ order, payLater, correctAddress, followLink, bankActs, settleWithdrawal, answerQuestion },
    withdraw: () => withdraw(),
  };
}
