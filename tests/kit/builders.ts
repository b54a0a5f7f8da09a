import { and, eq, ne } from 'drizzle-orm';
import { writeNow } from '../../db/client.ts';
import { orders, outbox, users } from '../../db/schema.ts';
import type { SignedIn } from '../../src/server/base/context.ts';
import type { PaymentEvent } from '../../src/server/base/payment-gateway.ts';
import { sendMessage, writeToShop } from '../../src/server/orders/messages/conversation.ts';
import { listEvents } from '../../src/server/orders/order-events-repository.ts';
import { createOrderLink } from '../../src/server/orders/order-links.ts';
import { insertOrder, type NewOrder } from '../../src/server/orders/order-repository.ts';
import { insertUser } from '../../src/server/people/people-repository.ts';
import { createSessions } from '../../src/server/people/sessions.ts';
import { approveReading, rejectReading } from '../../src/server/readings/review-reading.ts';
import { submitReading } from '../../src/server/readings/write-reading.ts';
import { findOfferOnSale } from '../../src/server/shop/manage-offers.ts';
import { storeOffer } from '../../src/server/shop/offer-repository.ts';
import type {
  CheckoutOpened,
  CheckoutSubmitted,
  OrderInput,
} from '../../src/shared/checkout/checkout-schema.ts';
import type { ErrorBody } from '../../src/shared/error-body.ts';
import { standardOffer } from '../../src/shared/offers/offer-types.ts';
import type { CustomersMessage } from '../../src/shared/orders/messages.ts';
import type { OrderStatus } from '../../src/shared/orders/order-status.ts';
import type { NoticeKind } from '../../src/shared/people/account-schema.ts';
import type { Role } from '../../src/shared/people/signed-in-user.ts';
import { readingRequest, type TestApp } from './test-app.ts';

type Visitor = ReturnType<TestApp['visitor']>;

export const checkoutPath = '/api/create-simple-payment-intent';

export function openCheckoutPage(customer: Visitor) {
  return customer.post<CheckoutOpened & ErrorBody>(checkoutPath);
}

export function submitForm(customer: Visitor, form: Partial<OrderInput> = {}) {
  return customer.post<CheckoutSubmitted & ErrorBody & { paymentIntentId: string }>(
    checkoutPath,
    readingRequest(form),
  );
}

export async function placeOrder(app: TestApp, form: Partial<OrderInput> = {}) {
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { body } = await submitForm(customer, form);
  return { customer, ...body };
}

/** Sends a webhook as Stripe does: signed, without cookies and without an Origin. */
export async function sendWebhook(
  app: TestApp,
  event: Partial<PaymentEvent> & { id: string },
  secret?: string,
): Promise<number> {
  const response = await app.app.request('/api/stripe/webhook', app.payments.webhook(event, secret));
  return response.status;
}

let told = 0;

export function sendPaymentEvent(
  app: TestApp,
  paymentId: string,
  type = 'payment_intent.succeeded',
): Promise<number> {
  told += 1;
  return sendWebhook(app, { id: `evt_told_${told}`, type, paymentId });
}

export async function declineCards(app: TestApp, paymentId: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    const status = await sendPaymentEvent(app, paymentId, 'payment_intent.payment_failed');
    if (status !== 200) throw new Error(`A webhook was answered ${status}.`);
  }
}

/** Declines a card for each of `count` IP addresses. The app must trust one proxy. @returns the payments' ids */
export async function testCardsEverywhere(app: TestApp, count: number): Promise<string[]> {
  const tried: string[] = [];
  for (let i = 0; i < count; i++) {
    await openCheckoutPage(app.visitor({ 'x-forwarded-for': `198.51.100.${i + 1}` }));
    tried.push(app.payments.list().at(-1)?.id ?? '');
  }
  for (const paymentId of tried) await declineCards(app, paymentId);
  return tried;
}

/** Calls `POST /api/confirm-payment`, without paying. */
export function confirm(app: TestApp, order: { orderId: string; orderNumber: string }) {
  const { orderId, orderNumber } = order;
  return app.visitor().post<{ status: string } & ErrorBody>('/api/confirm-payment', { orderId, orderNumber });
}

/** Pays for an order at Stripe and confirms the payment as its customer's browser does. @returns the new status */
export async function payFor(
  app: TestApp,
  order: { orderId: string; orderNumber: string; paymentIntentId: string },
): Promise<string> {
  app.payments.pay(order.paymentIntentId);
  return (await confirm(app, order)).body.status;
}

export function setPrice(app: TestApp, priceMinor: number): void {
  writeNow(app.db, (tx) => {
    const offer = findOfferOnSale(tx);
    storeOffer(tx, { ...offer, priceMinor, version: offer.version + 1 });
  });
  app.context.signals.invalidatePublicPages();
}

const threeCards = {
  ...standardOffer,
  ...{ id: 'three', slug: 'three-cards', name: 'Three cards', priceMinor: 3_000 },
  ...{ days: 5, words: 200, standardQuestions: false },
  questions: [
    { id: 'area', kind: 'longText' as const, label: 'What is it about?', help: '', required: true },
    { id: 'years', kind: 'number' as const, label: 'Years in this job', help: '', required: false },
  ],
  addOns: [{ id: 'rush', name: 'Rush', priceMinor: 2_000, days: 1 }],
};

/** Adds the offer "Three cards", with its own price, turnaround, length, questions and add-on. */
export function sellThreeCards(app: TestApp): void {
  writeNow(app.db, (tx) => storeOffer(tx, threeCards));
}

/** Buys "Three cards" with its add-on, without an answer to the optional question. */
export function buyThreeCards(app: TestApp) {
  const answers = { area: 'My job.\nAnd my city.' };
  return app.buy({ offer: 'three-cards', answers, addOns: ['rush'], readingType: undefined });
}

/** Creates a person without a password, because hashing one is slow. */
export function addPerson(app: TestApp, username: string, role: Role, writes = role === 'reader'): SignedIn {
  const id = `id-of-${username}`;
  writeNow(app.db, (tx) =>
    insertUser(tx, { id, username, passwordHash: '-', role, writes, createdAt: app.clock.now() }),
  );
  return { id, username, role, writes, displayName: null };
}

export function setEmail(app: TestApp, userId: string, mutedNotices: NoticeKind[] = []): string {
  const email = `${userId}@staff.example`;
  app.db.update(users).set({ email, mutedNotices }).where(eq(users.id, userId)).run();
  return email;
}

export function addReader(app: TestApp, username: string): string {
  return addPerson(app, username, 'reader').id;
}

/** Returns a browser in which a person is signed in. */
export async function browserOf(app: TestApp, person: SignedIn): Promise<Visitor> {
  const sessions = createSessions(app.context);
  const cookie = await sessions.start(person.id, null);
  // So that a service in another process knows the session too.
  const browser = app.visitor();
  browser.cookies.set(sessions.cookieName, cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')));
  return browser;
}

export async function addSignedIn(app: TestApp, username: string, role: Role, writes?: boolean) {
  const person = addPerson(app, username, role, writes);
  return { ...(await browserOf(app, person)), person };
}

export function storeOrders({ db }: TestApp, orders: NewOrder[]) {
  const stored = writeNow(db, (tx) => orders.map((order) => insertOrder(tx, order)));
  return stored;
}

/** Buys a reading and moves the order to a status; one person writes and reviews it. */
export async function orderIn(app: TestApp, status: OrderStatus, by: SignedIn) {
  const { orderId, orderNumber, paymentIntentId } = await buyFor(app, by.role === 'reader' ? by.id : null);
  if (status === 'pending') return { orderId, orderNumber, paymentIntentId, readingId: '' };
  const admin: SignedIn = { ...by, role: 'admin' };
  const { id: readingId } = await submitReading(app.context, admin, {
    orderId,
    content: 'The Star speaks of patience.',
    internalNotes: null,
  });
  if (status === 'approved') await approveReading(app.context, admin, readingId);
  if (status === 'rejected') {
    const comments = [{ from: 0, to: 'The Star'.length, text: 'Which Star is it?' }];
    await rejectReading(app.context, admin, readingId, 'Please say more of the Star.', { comments });
  }
  return { orderId, orderNumber, paymentIntentId, readingId };
}

/** Buys a reading while all other readers are full, so that it is assigned to this one at once. */
async function buyFor(app: TestApp, readerId: string | null) {
  const isOther = and(eq(users.role, 'reader'), ne(users.id, readerId ?? ''));
  const others = app.db.select().from(users).where(isOther).all();
  const limit = (id: string, maxOpenOrders: number | null) =>
    app.db.update(users).set({ maxOpenOrders }).where(eq(users.id, id)).run();
  for (const { id } of others) limit(id, 0);
  const bought = await app.buy();
  for (const { id, maxOpenOrders } of others) limit(id, maxOpenOrders);
  return bought;
}

export function storedOrder(app: TestApp, id: string) {
  const row = app.db.select().from(orders).where(eq(orders.id, id)).get();
  if (!row) throw new Error(`There is no order ${id}.`);
  return row;
}

export function storedMail(app: TestApp, orderId: string) {
  return app.db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(outbox.id).all();
}

export function timelineOf(app: TestApp, orderId: string): string[] {
  return listEvents(app.db, orderId).map(({ type }) => type);
}

/** Returns the events of one type in an order's history. */
export function linesOf(app: TestApp, orderId: string, type: string) {
  return listEvents(app.db, orderId).filter((event) => event.type === type);
}

/** Returns an answer's status, for a refusal with its message: `404 There is no such order.` */
export function saidBy({ status, body }: { status: number; body: unknown }): string {
  const { error } = body as Partial<ErrorBody>;
  return error ? `${status} ${error.message}` : `${status}`;
}

export function paidOrder(number: number, changes: Partial<NewOrder> = {}): NewOrder {
  return {
    id: `order-${number}`,
    orderNumber: `CT-${String(number).padStart(6, '0')}`,
    paymentStatus: 'paid',
    readingType: 'careerPath',
    customerName: 'Maya Lindqvist',
    customerEmail: 'maya@customers.example',
    readingAddresseeName: 'Maya',
    amountMinor: 6000,
    createdAt: number,
    ...changes,
  };
}

export function askCustomer(app: TestApp, user: SignedIn, orderId: string, text: string) {
  return sendMessage(app.context, user, orderId, { text, kind: 'question' });
}

/** Creates a link to an order's page, as mails contain it. @returns its secret */
export function linkTo(app: TestApp, orderId: string): string {
  return createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
}

/** Writes a message as an order's customer, through a new link to its page. */
export function writeAsCustomer(app: TestApp, orderId: string, message: CustomersMessage) {
  return writeToShop(app.context, linkTo(app, orderId), message, async () => undefined);
}
