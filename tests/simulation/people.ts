import { readCustomerOrder } from '../../src/server/aftercare/order-page/customer-order.ts';
import { findOwnOrder, saveBuyersLink, visitorCookie } from '../../src/server/checkout/checkout-visitor.ts';
import type { CheckoutSubmitted, QuoteAnswer } from '../../src/shared/checkout/checkout-schema.ts';
import type { PublicSettings } from '../../src/shared/checkout/public-settings.ts';
import { nearestPrices } from '../../src/shared/currencies.ts';
import { days, hours, minutes, seconds } from '../../src/shared/durations.ts';
import { chargeStep, toMajor, toMinor } from '../../src/shared/money.ts';
import type { Code } from '../../src/shared/offers/code-schema.ts';
import type { OfferAnswer } from '../../src/shared/offers/offer-types.ts';
import type { Alert } from '../../src/shared/ops/alerts.ts';
import type { ReaderOrder } from '../../src/shared/orders/order-schema.ts';
import type { OrderPayment } from '../../src/shared/orders/refund-schema.ts';
import type { Reading, SavedDraft } from '../../src/shared/readings/reading-schema.ts';
import { accountForm } from '../kit/account-form.ts';
import type { Answer } from '../kit/test-app.ts';
import { choosePurchase, currencies, type Purchase, soldToo, springCode } from './offers.ts';
import { afterCode, isTooLittle, newSale, type Oracle, type Sale, underWay } from './oracle.ts';
import { type Browser, isMistyped, newBrowser, staffPassword, type Worker, type World } from './world.ts';

const checkoutPath = '/api/create-simple-payment-intent';

/** What people do in the shop: one action per step, begun when nothing else is in progress. */
export type Step = () => Promise<void>;

/**
 * Creates people who remember their answers: what they do not know (null) they treat as possibly done. A
 * refusal that their knowledge does not explain breaks a promise.
 */
export function createPeople(world: World, oracle: Oracle) {
  const { chance, bank } = world;
  const { sales, expect } = oracle;
  const admins = ['admin', 'second-admin'].map((name) => world.addWorker(name, 'admin'));
  const readers = ['reader1', 'reader2', 'reader3'].map((name) => world.addWorker(name, 'reader'));
  let visitors = 0;
  let texts = 0;

  const paidSales = () => sales.filter(({ paidAt }) => paidAt !== null);
  /** Usually picks one of the newest, with which most happens. */
  function pickSale(of: Sale[] = paidSales()): Sale | null {
    const recent = of.slice(-15);
    return recent[chance.whole(0, recent.length - 1)] ?? null;
  }

  async function signIn(worker: Worker, browser: Browser): Promise<boolean> {
    const { username } = worker;
    const attempt = (password: string) => world.call(browser, 'POST', '/api/login', { username, password });
    if (chance.happens(0.3)) await attempt(staffPassword.toUpperCase());
    const answer = await attempt(staffPassword);
    if (answer) refusesOnly(answer, !worker.isActive, `${username} signs in`);
    if (answer?.status !== 200) return false;
    Object.assign(worker, { browser, signedInAt: world.now(), usedAt: world.now() });
    return true;
  }

  /** Makes someone come to work, and sign in if their session may be over. @returns null if they cannot */
  async function atWork(worker: Worker): Promise<Worker | null> {
    const isOver = world.now() - worker.usedAt > hours(7.5) || world.now() - worker.signedInAt > hours(20);
    const isElsewhere = chance.happens(0.02);
    if (!isOver && !isElsewhere) return worker;
    return (await signIn(worker, isElsewhere ? newBrowser() : worker.browser)) ? worker : null;
  }

  const adminAtWork = () => atWork(chance.pick(admins as [Worker, Worker]));

  async function callAs<T>(
    worker: Worker,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<T> | null> {
    const answer = await world.call<T>(worker.browser, method, path, body);
    if (!answer) return null;
    // Settings are answered from memory, for anyone: that is no use of a session.
    if (path !== '/api/settings') worker.usedAt = world.now();
    expect('no call fails without a reason', answer.status !== 401, () => `${worker.username} is signed out`);
    return answer;
  }

  /** Makes a single call of an admin. */
  async function adminCalls<T>(method: string, path: string, body?: unknown): Promise<Answer<T> | null> {
    const admin = await adminAtWork();
    return admin && callAs<T>(admin, method, path, body);
  }

  function refusesOnly(answer: Answer<unknown>, isRight: boolean, what: string): void {
    expect(
      'no call fails without a reason',
      answer.status < 400 || isRight,
      () => `${what}: ${answer.status} ${JSON.stringify(answer.body)}`,
    );
  }

  /** Presses twice at once, or once. @returns the answers in the same order */
  function press<T>(call: () => Promise<T>, twice: number): Promise<T[]> {
    return Promise.all(chance.happens(twice) ? [call(), call()] : [call()]);
  }

  // ——— customers ———

  async function order(): Promise<void> {
    visitors += 1;
    const marker = `Maya-${String(visitors).padStart(5, '0')}`;
    const browser = newBrowser(
      chance.happens(0.5) ? '198.51.100.7' : `10.0.${visitors >> 8}.${visitors & 255}`,
    );
    if (visitors % 40 === 1) await addOffer();
    const settings = await world.call<PublicSettings>(browser, 'GET', '/api/settings');
    const opened = await world.call(browser, 'POST', checkoutPath, {});
    if (!settings || !opened) return;
    refusesOnly(opened, false, 'opening the checkout');
    const chosen = choosePurchase(chance, settings.body);
    const bought = visitors % 10 === 3 ? await typeCode(browser, chosen) : chosen;
    if (!bought) return;
    const isNewPrice = chance.happens(0.08) && (await changePrice());
    const domain = chance.happens(0.08) ? 'nowhere.example' : 'customers.example';
    const address = `maya.${visitors}@${domain}`;
    const form = {
      consent: true,
      ...bought.form,
      customQuestion: `What is ahead of ${marker} at work?`,
      customerName: `Maya ${marker}`,
      customerEmail: address,
      readingAddresseeName: marker,
      backgroundContext: chance.happens(0.5) ? `${marker} has two offers.` : '',
    };
    const answers = await press(
      () => world.call<CheckoutSubmitted & { paymentIntentId: string }>(browser, 'POST', checkoutPath, form),
      // If pressed twice at a new price, the second press counts as the customer's consent.
      isNewPrice ? 0 : 0.1,
    );
    const placed = answers.find((answer) => answer?.status === 200)?.body;
    for (const answer of answers) if (answer) refusesOnly(answer, isNewPrice, `the form of ${marker}`);
    if (!placed) return;
    const { orderId, orderNumber, paymentIntentId: paymentId, amount } = placed;
    const { amountMinor, currency, days, code } = bought;
    expect(
      'no customer is asked for what was not on the button',
      toMinor(amount, placed.currency) === amountMinor && placed.currency === currency,
      () =>
        `${orderNumber}: ${amount} ${placed.currency} instead of ${amountMinor} minor units of ${currency}`,
    );
    const placedAt = world.now();
    const sale = newSale(
      { marker, browser, orderId, orderNumber, paymentId, amountMinor, currency, days, code, placedAt },
      address,
    );
    sales.push(sale);
    const price = `${amountMinor} ${currency}${code ? ` with ${code}` : ''}`;
    world.note(`${orderNumber} is placed by ${marker}, ${address}, for ${price}`);
    if (chance.happens(0.1)) await confirm(sale);
    if (chance.happens(0.85)) await pay(sale);
    if (chance.happens(0.06)) await withdraw(sale);
  }

  /** Types the code. @returns the purchase at the new amount on the button; null without an answer */
  async function typeCode(browser: Browser, bought: Purchase): Promise<Purchase | null> {
    const { offer, addOns } = bought.form;
    const { code } = springCode;
    const quote = await world.call<QuoteAnswer>(browser, 'POST', '/api/quote', { offer, addOns, code });
    if (!quote) return null;
    const { currency } = bought;
    const amountMinor = afterCode(bought.amountMinor, currency);
    refusesOnly(quote, quote.status === 400 && isTooLittle(amountMinor, currency), 'a code');
    // The customer leaves the field empty.
    if (quote.status !== 200) return bought;
    const { amount: shownAmount, currency: shownCurrency } = quote.body;
    expect(
      'a code takes off what it says',
      toMinor(shownAmount, shownCurrency) === amountMinor && shownCurrency === currency,
      () => `${shownAmount} ${shownCurrency} instead of ${amountMinor} minor units of ${currency}`,
    );
    return { ...bought, amountMinor, code, form: { ...bought.form, code, shownAmount, shownCurrency } };
  }

  const confirm = ({ browser, orderId, orderNumber }: Sale) =>
    world.call(browser, 'POST', '/api/confirm-payment', { orderId, orderNumber });

  async function pay(sale: Sale): Promise<void> {
    const { paymentId } = sale;
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
    world.note(`${sale.orderNumber} is paid`);
    expect(
      'no customer is charged what was not on the button',
      amountMinor === sale.amountMinor,
      () => `${sale.orderNumber}: ${amountMinor} instead of ${sale.amountMinor}`,
    );
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
      const cookie = browser.cookies.get(visitorCookie(context.config).name) ?? null;
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
    const [known] = world.rows(
      'SELECT 1 FROM withdrawals WHERE order_id = ? AND lifted_at IS NULL',
      sale.orderId,
    );
    if (!known || sale.withdrawnAt !== null) return;
    world.note(`${sale.orderNumber} is withdrawn`);
    sale.withdrawnAt = before;
    sale.approvedAt = null;
    // Taken back at once: what it held back is sent.
    if (chance.happens(0.5)) await lift(sale);
  }

  async function lift(sale: Sale): Promise<void> {
    const answer = await adminCalls('PUT', `/api/orders/${sale.orderId}/withdrawal/lift`);
    world.note(`${sale.orderNumber} goes on: ${answer?.status}`);
    if (answer?.status === 200) sale.withdrawnAt = null;
    else if (!answer) sale.unclearUntil = world.now();
  }

  async function settleWithdrawal(): Promise<void> {
    const sale = pickSale(sales.filter(({ withdrawnAt }) => withdrawnAt !== null));
    if (!sale) return;
    if (chance.happens(0.5)) await lift(sale);
    else await refund(sale);
  }

  /** Corrects the address, by the customer in their browser or an admin on the telephone. */
  async function correctAddress(): Promise<void> {
    const mistyped = sales.filter(
      (one) => one.paidAt !== null && isMistyped(one.addresses.at(-1)?.address ?? ''),
    );
    const sale = pickSale(mistyped.length > 0 && chance.happens(0.7) ? mistyped : undefined);
    if (!sale) return;
    const before = sale.addresses.at(-1);
    const to = `${sale.marker.toLowerCase()}.${sale.addresses.length}@customers.example`;
    const known = { address: to, until: Number.POSITIVE_INFINITY };
    const at = world.now();
    const link = chance.happens(0.4) ? ownLink(sale) : null;
    sale.addresses.push(known);
    const form = new URLSearchParams({ text: to });
    const answer = link
      ? await world.call(sale.browser, 'POST', `/api/order-links/${link}/address`, form)
      : await adminCalls('PUT', `/api/orders/${sale.orderId}/email`, { email: to });
    const isDone = link
      ? answer?.headers.get('location')?.includes('corrected=address')
      : answer?.status === 200;
    if (answer && !isDone) sale.addresses.pop();
    sale.sendings += 1;
    if (!answer) sale.unclearUntil = at;
    // The links in mails to the old address may no longer work, even if the result is unknown.
    if (!answer || isDone) sale.links.length = 0;
    if (!isDone) return;
    if (before) before.until = world.now() + underWay;
    sale.correctedAt = at;
  }

  /** Opens the link of a mail: it must lead to that order, and show that customer's texts only. */
  async function followLink(): Promise<void> {
    const sale = pickSale();
    const link = sale?.links.at(chance.whole(0, sale.links.length - 1));
    if (!sale || !link || world.now() - link.at > days(180)) return;
    const shown = world.look(({ context }) => readCustomerOrder(context, link.secret, { isCustomer: true }));
    if (!world.isUp()) return;
    expect(
      'a link leads to its order',
      shown?.orderNumber === sale.orderNumber,
      () => `the link of ${sale.orderNumber} leads to ${shown?.orderNumber}`,
    );
    const named = JSON.stringify(shown).match(/Maya-\d+/g) ?? [];
    expect(
      'an order is shown to its own people only',
      named.every((marker) => marker === sale.marker),
      () => `${sale.orderNumber} shows ${named}`,
    );
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
      const amountMinor = partOf(left, sale.currency);
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
    }
    sale.isDisturbed = true;
    sale.unclearUntil = what === 'other shop' ? sale.unclearUntil : Number.POSITIVE_INFINITY;
  }

  // ——— readers ———

  async function write(): Promise<void> {
    const reader = chance.pick(readers as [Worker, Worker, Worker]);
    if (!reader.isActive || !(await atWork(reader))) return;
    const listed = await callAs<ReaderOrder[]>(reader, 'GET', '/api/reader/orders');
    if (listed?.status !== 200) return;
    for (const { id, orderNumber } of listed.body) {
      const [row] = world.rows<{ reader: string }>(
        'SELECT assigned_reader_id AS reader FROM orders WHERE id = ?',
        id,
      );
      expect(
        'an order is shown to its own people only',
        row?.reader === reader.id,
        () => `${reader.username} was shown ${orderNumber}`,
      );
    }
    const open = listed.body.filter(
      ({ status, waitsSince }) => ['pending', 'rejected'].includes(status) && waitsSince === null,
    );
    for (const task of open.slice(0, 3)) await writeFor(reader, task);
  }

  async function writeFor(
    reader: Worker,
    { id, orderNumber, readingAddresseeName }: ReaderOrder,
  ): Promise<void> {
    const sale = sales.find(({ orderId }) => orderId === id);
    const path = `/api/orders/${id}`;
    const found = await callAs<SavedDraft | null>(reader, 'GET', `${path}/draft`);
    if (!found) return;
    refusesOnly(found, false, `the draft of ${orderNumber}`);
    const kept = sale?.drafts.get(reader.id);
    if (kept !== undefined) {
      const isThere = found.body?.content === kept;
      expect('no text that was answered as saved is lost', isThere, () => `a draft of ${orderNumber}`);
    }
    if (sale && chance.happens(0.05)) {
      sale.isDisturbed = true;
      await callAs(reader, 'POST', `${path}/messages`, {
        text: 'Which of the two offers?',
        kind: 'question',
      });
      return;
    }
    const version = found.body?.version ?? 0;
    const content = `${readingAddresseeName}, the cards of letter ${++texts} speak of patience.`;
    const save = (text: string) =>
      callAs<SavedDraft>(reader, 'PUT', `${path}/draft`, { content: text, version });
    const saved = await save(content);
    if (!saved) return void sale?.drafts.delete(reader.id);
    refusesOnly(saved, false, `a draft of ${orderNumber}`);
    sale?.drafts.set(reader.id, content);
    if (chance.happens(0.1)) {
      const stale = await save(`${content} From another window.`);
      if (!stale) sale?.drafts.delete(reader.id);
      const isRefused = !stale || stale.status === 409;
      expect('no text is overwritten unseen', isRefused, () => `a draft of ${orderNumber}`);
    }
    if (chance.happens(0.75)) await handIn(reader, { id, orderNumber }, content, sale);
  }

  async function handIn(
    reader: Worker,
    { id, orderNumber }: Pick<ReaderOrder, 'id' | 'orderNumber'>,
    content: string,
    sale: Sale | undefined,
  ): Promise<void> {
    const body = { orderId: id, content, internalNotes: null };
    const answers = await press(() => callAs(reader, 'POST', '/api/readings', body), 0.1);
    const isKnown = answers.every((answer) => answer !== null);
    const done = answers.filter((answer) => answer?.status === 200).length;
    // A simultaneous second press gets the same answer, or that it came too late.
    expect('no call fails without a reason', !isKnown || done > 0, () => `handing in ${orderNumber}`);
    sale?.drafts.delete(reader.id);
    if (done > 0) sale?.texts.push(content);
    else sale?.unansweredTexts.push(content);
  }

  /** Answers a question as the customer, by the link in its mail. */
  async function answerQuestion(): Promise<void> {
    const [open] = world.rows<{ orderId: string }>(
      "SELECT order_id AS orderId FROM messages WHERE kind = 'question' AND closed_at IS NULL LIMIT 1",
    );
    const link = sales.find(({ orderId }) => orderId === open?.orderId)?.links.at(-1);
    if (!open || !link) return;
    const form = new URLSearchParams({ text: 'The second one, at the hospital.' });
    await world.call(newBrowser('198.51.100.7'), 'POST', `/api/order-links/${link.secret}/messages`, form);
  }

  // ——— admins ———

  async function review(): Promise<void> {
    const pending = await adminCalls<Reading[]>('GET', '/api/readings/pending');
    if (pending?.status !== 200) return;
    for (const reading of pending.body.slice(0, 4)) {
      const sale = sales.find(({ orderId }) => orderId === reading.orderId);
      if (!sale) continue;
      const { id, revision } = reading;
      if (chance.happens(0.1)) {
        const feedback = 'Warmer, please.';
        await adminCalls('PUT', `/api/readings/${id}/reject`, { feedback, revision, comments: [] });
      } else if (chance.happens(0.15)) await edit(reading, sale);
      else await approve(reading, sale);
    }
  }

  /** Edits a text in two windows: the one that has not seen the other's change gets a conflict. */
  async function edit({ id, revision, content }: Reading, sale: Sale): Promise<void> {
    const save = (text: string) => adminCalls('PUT', `/api/readings/${id}`, { content: text, revision });
    const endings = chance.happens(0.5) ? ['Go well.'] : ['Go well.', 'Fare well.'];
    let saved = 0;
    for (const ending of endings) {
      const text = `${content}\n\n${ending}`;
      const answer = await save(text);
      if (!answer) return void sale.unansweredTexts.push(text);
      if (answer.status !== 200) continue;
      saved += 1;
      sale.texts.push(text);
    }
    expect('no text is overwritten unseen', saved <= 1, () => `the reading of ${sale.orderNumber}`);
  }

  async function approve({ id, revision }: Reading, sale: Sale): Promise<void> {
    const [one, other] = [await atWork(admins[0] as Worker), await atWork(admins[1] as Worker)];
    if (!one || !other) return;
    const send = (admin: Worker) => callAs(admin, 'PUT', `/api/readings/${id}/approve`, { revision });
    const answers = await Promise.all(chance.happens(0.2) ? [send(one), send(other)] : [send(one)]);
    const done = answers.filter((answer) => answer?.status === 200).length;
    expect('an order is approved once', done <= 1, () => `${sale.orderNumber}: ${done} times`);
    if (answers.some((answer) => answer === null || answer.status === 200)) sale.sendings += 1;
    if (done === 0) return;
    sale.approvedAt = world.now();
    if (!chance.happens(0.15)) return;
    await world.advance(chance.pick([seconds(10), seconds(40), minutes(2)]));
    const undone = await callAs(one, 'PUT', `/api/readings/${id}/undo-approval`);
    if (!undone || undone.status === 200) sale.approvedAt = null;
    if (undone?.status === 200) sale.sendings -= 1;
  }

  /** @returns the amount left, or a part of it that Stripe refunds */
  function partOf(left: number, currency: string): number {
    const step = chargeStep(currency);
    return chance.happens(0.5) ? left : chance.whole(1, left / step) * step;
  }

  /** Refunds money: sometimes pressed twice, and pressed again or left alone if no answer came. */
  async function refund(sale = pickSale()): Promise<void> {
    if (!sale) return;
    const path = `/api/orders/${sale.orderId}`;
    const admin = await adminAtWork();
    const seen = admin && (await callAs<OrderPayment | null>(admin, 'GET', `${path}/payment`));
    const refundable = seen?.status === 200 ? (seen.body?.refundable ?? 0) : 0;
    const left = toMinor(refundable, sale.currency) ?? 0;
    if (!admin || !seen?.body || left === 0) return;
    const amountMinor = partOf(left, sale.currency);
    const body = { amount: toMajor(amountMinor, sale.currency), refundedBefore: seen.body.refunded };
    sale.refundsAsked.push(amountMinor);
    sale.isDisturbed = true;
    sale.approvedAt = null;
    world.failNextRefund(chance.pick([null, null, 'not heard', 'answer lost']));
    for (let tries = 0; tries < 3; tries++) {
      const answers = await press(() => callAs(admin, 'POST', `${path}/refund`, body), 0.2);
      if (answers.some((answer) => answer?.status === 200)) return;
      if (answers.every((answer) => answer !== null)) return void (tries === 0 && sale.refundsAsked.pop());
      if (chance.happens(0.5)) return;
      await world.advance(chance.wait(minutes(5)));
      world.startService();
    }
  }

  /** Adds the next offer, until all are on sale. */
  async function addOffer(): Promise<void> {
    const known = await adminCalls<{ offers: OfferAnswer[] }>('GET', '/api/offers');
    const next = known?.body.offers && soldToo[known.body.offers.length - 1];
    if (next) await adminCalls('POST', '/api/offers', next);
  }

  /** Changes the price of the first offer, or of another one, or the currency of all. */
  async function changePrice(): Promise<boolean> {
    const settings = await adminCalls<PublicSettings>('GET', '/api/settings');
    if (!settings) return false;
    const { currency } = settings.body;
    if (chance.happens(0.2)) {
      const other = chance.pick(currencies.filter((name) => name !== currency) as [string]);
      return (await adminCalls('PUT', '/api/settings/currency', { currency: other })) !== null;
    }
    const price = toMajor(nearestPrices([chance.whole(50, 90) + visitors / 100], currency)[0] ?? 0, currency);
    const known = await adminCalls<{ offers: OfferAnswer[] }>('GET', '/api/offers');
    const other = known?.body.offers?.[1];
    if (other && chance.happens(0.5)) {
      const change = { price, version: other.version };
      return (await adminCalls('PUT', `/api/offers/${other.id}`, change)) !== null;
    }
    return (await adminCalls('PUT', '/api/settings/price', { price })) !== null;
  }

  async function deleteAndRestore(): Promise<void> {
    const sale = pickSale();
    if (!sale) return;
    world.note(`${sale.orderNumber} is deleted`);
    sale.isDisturbed = true;
    sale.approvedAt = null;
    sale.unclearUntil = world.now();
    await adminCalls('DELETE', `/api/orders/${sale.orderId}`);
    await world.advance(chance.wait(minutes(30)));
    if (chance.happens(0.9)) await adminCalls('PUT', `/api/orders/${sale.orderId}/restore`);
  }

  async function moveOrder(): Promise<void> {
    const sale = pickSale();
    const reader = readers.find(({ isActive }) => isActive);
    if (!sale || !reader) return;
    await adminCalls('PUT', `/api/orders/${sale.orderId}/assignee`, { readerId: reader.id });
    sale.drafts.clear();
  }

  /** Closes a reader's account or reopens it. */
  async function changeStaff(): Promise<void> {
    const closed = readers.find(({ isActive }) => !isActive);
    const reader = closed ?? chance.pick(readers as [Worker, Worker, Worker]);
    const answer = await adminCalls('PUT', `/api/staff/${reader.id}/active`, { isActive: !reader.isActive });
    if (answer) refusesOnly(answer, false, `changing ${reader.username}`);
    learnStaff();
    reader.signedInAt = 0;
  }

  /** Reads who may work here, after a lost answer or once a copy was put back. */
  function learnStaff(): void {
    const rows = world.rows<{ id: string; isActive: number }>('SELECT id, is_active AS isActive FROM users');
    for (const worker of readers)
      worker.isActive = rows.some(({ id, isActive }) => id === worker.id && isActive === 1);
  }

  /** The alerts name what waits for an admin: orders without a reader, and mails that were given up. */
  /** Sends again, as an admin, what was given up because our mail server was down for days. */
  async function resendGivenUp(): Promise<void> {
    const mails = world.rows<{ id: number }>(
      "SELECT id FROM outbox WHERE state = 'failed' AND user_id IS NULL AND last_error LIKE '%ECONNREFUSED'",
    );
    for (const { id } of mails) await adminCalls('POST', `/api/mails/${id}/resend`);
  }

  async function judgeAlerts(): Promise<void> {
    const alerts = await adminCalls<Alert[]>('GET', '/api/alerts');
    if (alerts?.status !== 200) return;
    const told = (code: string) => alerts.body.find((alert) => alert.code === code)?.count ?? 0;
    const [waiting] = world.rows<{ count: number }>(
      `SELECT count(*) AS count FROM orders WHERE payment_status IN ('paid', 'partially_refunded')
        AND status IN ('pending', 'rejected') AND assigned_reader_id IS NULL AND deleted_at IS NULL AND hold IS NULL`,
    );
    const count = waiting?.count ?? 0;
    expect(
      'each order that waits has a reader or an alert',
      told('no_reader_free') >= count,
      () => `${count} wait, and the alert names ${told('no_reader_free')}`,
    );
    const [failed] = world.rows<{ count: number }>(
      `SELECT count(DISTINCT orders.id) AS count FROM outbox JOIN orders ON orders.id = order_id
        WHERE state = 'failed' AND user_id IS NULL AND deleted_at IS NULL`,
    );
    expect(
      'a mail that was given up is in the alerts',
      told('mail_failed') >= (failed?.count ?? 0),
      () => `${failed?.count} were given up, and the alert names ${told('mail_failed')}`,
    );
  }

  /** Expects a code to count its paid orders: those whose payment succeeded at the bank. */
  async function judgeCode(): Promise<void> {
    const listed = await adminCalls<{ codes: Code[] }>('GET', '/api/codes');
    if (listed?.status !== 200) return;
    const used = listed.body.codes.find(({ code }) => code === springCode.code)?.used;
    const ordered = world.rows<{ paymentId: string }>(
      'SELECT payment_intent_id AS paymentId FROM orders WHERE code = ?',
      springCode.code,
    );
    const paid = ordered.filter(({ paymentId }) => bank.find(paymentId)?.status === 'succeeded').length;
    expect('a code counts its paid orders', used === paid, () => `${used} uses, ${paid} paid orders`);
  }

  // ——— strangers ———

  /** Guesses a password from many addresses; the owner must still be able to sign in. */
  async function guess(): Promise<void> {
    const worker = chance.pick(admins as [Worker, Worker]);
    if (!(await signIn(worker, worker.browser))) return;
    const began = world.now();
    const guesses = 60;
    for (let i = 0; i < guesses; i++) {
      const browser = newBrowser(`100.${chance.whole(64, 127)}.${i}.${chance.whole(1, 250)}`);
      const password = `four cards ${chance.whole(1, 9999)}`;
      const answer = await world.call(browser, 'POST', '/api/login', { username: worker.username, password });
      if (!answer) return;
      expect('a guess lets no one in', answer.status === 401, () => `a guess: ${answer.status}`);
    }
    // Twenty at once, as many again in a new window of the limit, and then one every five seconds.
    const least = seconds(5) * (guesses - 41);
    expect(
      'who guesses at a password is slowed down',
      world.now() - began >= least,
      () => `${guesses} guesses took ${world.now() - began} ms`,
    );
    const before = world.now();
    if (await signIn(worker, worker.browser)) {
      const took = world.now() - before;
      expect('the owner of an account signs in at once', took < seconds(4), () => `it took ${took} ms`);
    }
  }

  /** The actions, and how often in about a hundred. */
  const weighted: [number, Step][] = [
    [24, order],
    [4, payLater],
    [16, write],
    [16, review],
    [5, refund],
    [4, correctAddress],
    [8, followLink],
    [4, bankActs],
    [3, () => withdraw()],
    [2, settleWithdrawal],
    [3, answerQuestion],
    [2, deleteAndRestore],
    [2, moveOrder],
    [3, changeStaff],
    [1, guess],
  ];
  const steps = weighted.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

  return {
    judgeAlerts,
    judgeCode,
    resendGivenUp,
    /** Makes all of them sign in again, because a copy was put back. */
    forgetSessions(): void {
      for (const worker of [...admins, ...readers]) worker.signedInAt = 0;
      learnStaff();
    },
    /** Adds a code, allows withdrawals, and limits the readers' orders so that some have to wait. */
    async setUpShop(): Promise<void> {
      const added = await adminCalls('POST', '/api/codes', springCode);
      if (added) refusesOnly(added, false, 'adding the code');
      await adminCalls('PUT', '/api/settings/aftercare', { hasWithdrawal: true });
      for (const { id } of readers)
        await adminCalls('PUT', `/api/staff/${id}`, accountForm({ maxOpenOrders: 2 }));
    },
    /** Performs one random action. */
    async step(): Promise<void> {
      const step = steps[chance.whole(0, steps.length - 1)] ?? order;
      world.note(step.name || 'withdraw');
      await step();
    },
  };
}
