import { expect, test } from 'vitest';
import {
  addPerson,
  askCustomer,
  browserOf,
  placeOrder,
  sendWebhook,
  setPrice,
  storedMail,
  writeAsCustomer,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { standardOffer } from '../../shared/offers/offer-types.ts';
import { termsText as termsOf } from '../../shared/offers/quote.ts';
import type { DisputeStatus } from '../../shared/orders/money-states.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { approveReading, rejectReading, undoApproval } from '../readings/review-reading.ts';
import { submitReading } from '../readings/write-reading.ts';
import { deleteOrder } from './delete-order.ts';
import { factsOf, renderEvidenceFile } from './evidence.ts';
import { type Evidence, findEvidence } from './evidence-sections.ts';

const termsText = termsOf(standardOffer.days);

const minute = 60_000;
const request = {
  readingType: 'other',
  customQuestion: 'Should I leave the law firm?',
  backgroundContext: 'Eleven years, and a bakery in mind.',
} as const;

function createShop() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' }, now: '2026-11-23T10:00:00Z' });
  const reader = addPerson(app, 'rita-the-reader', 'reader');
  const admin = addPerson(app, 'ada-the-admin', 'admin');
  return { app, admin, reader };
}

/** An order that was rejected once, delivered, and opened twice. */
async function deliver({ app, admin, reader }: ReturnType<typeof createShop>) {
  const order = await app.buy(request);
  await app.sendMail();
  const about = { orderId: order.orderId, internalNotes: 'A difficult customer.' };
  const write = (content: string) => submitReading(app.context, reader, { ...about, content });
  const { id } = await write('A first draft.');
  await rejectReading(app.context, admin, id, 'Kinder, please.');
  await write('The Star speaks of patience.\n\nAnd of bread.');
  await approveReading(app.context, admin, id);
  app.clock.advance(minute);
  await app.sendMail();
  const token = createOrderLink(app.context, order.orderId).split('/').at(-1) ?? '';
  for (const _visit of [1, 2]) {
    app.clock.advance(minute);
    readCustomerOrder(app.context, token, { isCustomer: true });
  }
  return order;
}

async function dispute(app: TestApp, paymentId: string, status: DisputeStatus) {
  const dueAt = Date.parse('2026-12-01T12:00:00Z');
  app.payments.dispute(paymentId, status, { reason: 'product_not_received', dueAt });
  await sendWebhook(app, { id: `evt_${paymentId}_${status}`, paymentId });
}

const evidenceOf = (app: TestApp, orderId: string) => {
  const evidence = findEvidence(app.context, orderId);
  if (!evidence) throw new Error('there is no evidence');
  return evidence;
};

/** @returns the section that answers one of Stripe's fields, as one text */
function answer({ sections }: Evidence, field: string): string {
  const [section, ...more] = sections.filter(([, fields]) => fields.split(' ').includes(field));
  expect([field, more]).toEqual([field, []]);
  return textOf(section);
}

function textOf(section: Evidence['sections'][number] | undefined): string {
  const parts = section?.[2] ?? [];
  const inWords = (part: (typeof parts)[number]) =>
    factsOf(part).map(([label, value]) => `${label}: ${value}`);
  return parts.flatMap((part) => [part.title, ...inWords(part), part.text]).join('\n');
}

test('answers each of Stripe’s evidence fields in its own section', async () => {
  const shop = createShop();
  const { app } = shop;
  const { orderId, orderNumber, paymentIntentId } = await deliver(shop);
  await dispute(app, paymentIntentId, 'needs_response');
  const evidence = evidenceOf(app, orderId);
  const asked = [request.customQuestion, request.backgroundContext];
  const at = (time: string) => `November 23, 2026 at ${time} AM UTC`;
  const messageIds = storedMail(app, orderId).filter(({ userId }) => userId === null);
  const answers: Record<string, string[]> = {
    product_description: [orderNumber, `Ordered: ${at('10:00:00')}`, ...asked],
    customer_name: ['Maya Lindqvist'],
    customer_email_address: ['maya@customers.example'],
    refund_policy_disclosure: [termsText, `Agreed to: ${at('10:00:00')}`],
    refund_policy: [termsText, `Agreed to: ${at('10:00:00')}`],
    service_date: [at('10:01:00')],
    service_documentation: ['The Star speaks of patience.\n\nAnd of bread.'],
    customer_communication: [
      'The mail server’s answer: 250 accepted',
      ...messageIds.map(({ messageId }) => `Message-ID: ${messageId}`),
    ],
    access_activity_log: [
      'Email scanners that open links like a browser may be among the views.',
      ...['Opened: 2 times', `First: ${at('10:02:00')}`, `Last: ${at('10:03:00')}`],
    ],
  };
  for (const [field, told] of Object.entries(answers)) {
    for (const words of told) expect(answer(evidence, field)).toContain(words);
  }
  const all = evidence.sections.map(textOf).join('\n');
  expect(all).toContain(`Payment intent: ${paymentIntentId}`);
  expect(all).toContain('Price: $60.00');
  expect(all).toContain('product_not_received');
  expect(all).toContain('To be answered by: December 1, 2026 at 12:00:00 PM UTC');
  // Nothing internal is in the file: no notes, no drafts, no feedback, no names of those who work here.
  const file = renderEvidenceFile(evidence);
  expect(file).toContain('The Star speaks of patience.');
  expect(file).not.toMatch(/difficult|first draft|Kinder|rita-the|ada-the|ejected/);
});

test('includes questions, answers and the moved due date, but not staff names', async () => {
  const { app, reader } = createShop();
  const { orderId } = await app.buy();
  const product = () => answer(evidenceOf(app, orderId), 'product_description');
  app.clock.advance(24 * 60 * minute);
  await askCustomer(app, reader, orderId, 'The job in Lisbon?');
  expect(product()).toContain('Promised by: November 26, 2026\nDue: On hold until the customer answers');
  app.clock.advance(2 * 24 * 60 * minute);
  await writeAsCustomer(app, orderId, { text: 'Yes.' });
  const moved = 'New date, after waiting for the customer: November 30, 2026 at 10:00:00 AM UTC';
  expect(product()).toContain(`Promised by: November 26, 2026\n${moved}`);
  const file = renderEvidenceFile(evidenceOf(app, orderId));
  for (const told of ['The job in Lisbon?', 'Yes.', 'The customer answered the question']) {
    expect(file).toContain(told);
  }
  expect(file).not.toContain('rita-the');
});

test('leaves out an unsent reading and states it was not delivered', async () => {
  const { app, admin } = createShop();
  const { orderId } = await app.buy();
  const draft = { orderId, content: 'The Sun.', internalNotes: null };
  const { id } = await submitReading(app.context, admin, draft);
  const documentation = () => answer(evidenceOf(app, orderId), 'service_documentation');
  expect(documentation()).toContain('Not delivered');
  await approveReading(app.context, admin, id);
  expect(documentation()).not.toContain('The Sun.');
  await undoApproval(app.context, admin, id);
  expect(answer(evidenceOf(app, orderId), 'customer_communication')).not.toContain('The reading');
  expect(answer(evidenceOf(app, orderId), 'access_activity_log')).toContain('never');
});

test('lists each refund with its amount and state', async () => {
  const shop = createShop();
  const { orderId } = await deliver(shop);
  const admin = await browserOf(shop.app, shop.admin);
  expect((await admin.post(`/api/orders/${orderId}/refund`, { amount: 20 })).status).toBe(200);
  const all = evidenceOf(shop.app, orderId).sections.map(textOf).join('\n');
  expect(all).toContain('Refunded: $20.00');
  expect(all).toMatch(/Refund: re_\w+\nAmount: \$20\.00\nState: made/);
});

test('finds evidence for paid, free and deleted orders, but not unpaid ones', async () => {
  const { app, admin } = createShop();
  const unpaid = await placeOrder(app);
  const deleted = await app.buy();
  await deleteOrder(app.context, admin, deleted.orderId);
  setPrice(app, 0);
  const free = await placeOrder(app);
  expect(findEvidence(app.context, unpaid.orderId)).toBeNull();
  expect(findEvidence(app.context, 'nobodys')).toBeNull();
  expect(answer(evidenceOf(app, deleted.orderId), 'refund_policy')).toContain(termsText);
  app.db.$client.prepare('UPDATE orders SET terms_id = NULL').run();
  expect(answer(evidenceOf(app, deleted.orderId), 'refund_policy')).toContain('not kept');
  expect(textOf(evidenceOf(app, free.orderId).sections[2])).toContain('Free of charge');
});

test('downloads the evidence as a safe file with customer text escaped', async () => {
  const { app, admin } = createShop();
  const payload = '<script>alert(1)</script><img src=x onerror="alert(2)"> & \'"';
  const words = { customQuestion: payload, backgroundContext: payload };
  const names = { customerName: payload, readingAddresseeName: payload };
  const { orderId, orderNumber } = await app.buy({ readingType: 'other', ...words, ...names });
  app.db.$client.prepare('UPDATE outbox SET response = ?').run(payload);
  const browser = await browserOf(app, admin);
  const { status, body, headers } = await browser.call<string>('GET', `/api/orders/${orderId}/evidence`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="evidence-${orderNumber}.html"`);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(body).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`);
  expect(body.match(/<(script|img)/g)).toBeNull();
  const escaped = '&lt;img src&#x3D;x onerror&#x3D;&quot;alert(2)&quot;&gt; &amp; &#x27;&quot;';
  expect(body.split(escaped)).toHaveLength(6);
  expect(body).not.toMatch(/https?:\/\//);
});
