import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox, users } from '../../../db/schema.ts';
import {
  addPerson,
  addSignedIn,
  askCustomer,
  confirm,
  orderIn,
  placeOrder,
  sendWebhook,
  setEmail,
  storedMail,
  storedOrder,
  timelineOf,
  writeAsCustomer,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import { type NoticeKind, noticeKinds } from '../../shared/people/account-schema.ts';
import { MailRejected } from '../base/mailer.ts';
import { isNotice } from '../mail/outbox-repository.ts';
import { assignOrder } from '../orders/assign-orders.ts';
import { remindAboutLateReadings } from '../orders/messages/late-orders.ts';
import { writeReminders } from '../orders/reminders.ts';
import { withdraw } from '../payments/withdraw.ts';

const hour = 3_600_000;
const later = new MailRejected('451 Try again later', { isPermanent: false, responseCode: 451 });
const permanently = { isPermanent: true, responseCode: 550 };
const unknownUser = new MailRejected('550 <maya@customers.example>: user unknown', permanently);

/** Creates two admins and two readers; all but Silas have an address. */
async function createStaff() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'nora', 'admin');
  const otherAdmin = addPerson(app, 'otto', 'admin');
  const reader = await addSignedIn(app, 'rhea', 'reader');
  for (const { id } of [admin.person, otherAdmin, reader.person]) setEmail(app, id);
  const otherReader = addPerson(app, 'silas', 'reader');
  return { app, admin, otherAdmin, reader, otherReader };
}

/** Creates the staff with an order of Rhea's. */
async function createBusiness(status: OrderStatus = 'pending') {
  const staff = await createStaff();
  return { ...staff, ...(await orderIn(staff.app, status, staff.reader.person)) };
}
type Business = Awaited<ReturnType<typeof createBusiness>>;

const submit = ({ post }: Business['reader'], orderId: string, content = 'The Star.') =>
  post<{ id: string }>('/api/readings', { orderId, content });

/** Does something. @returns the notices that it put into the outbox, each as `kind to whom` */
async function noticesOf(app: TestApp, act: () => unknown): Promise<string[]> {
  const before = allNotices(app).length;
  await act();
  const notices = allNotices(app).slice(before);
  return notices.map(({ kind, toName }) => `${kind} to ${toName}`).sort();
}

const allNotices = ({ db }: TestApp) => db.select().from(outbox).orderBy(outbox.id).all().filter(isNotice);

/** Sends what waits. @returns what went to the people who work here */
async function sentToStaff(app: TestApp) {
  await app.sendMail();
  return app.mailer.sent.filter(({ to }) => to.address.endsWith('@staff.example'));
}

/** Sends what waits, while every mail to some addresses fails. */
async function sendMailExcept(app: TestApp, domain: '@customers.example' | '@staff.example', error: Error) {
  app.mailer.failWith(error, domain);
  await app.sendMail();
  app.mailer.failWith(null);
}
const failCustomersMail = (app: TestApp) => sendMailExcept(app, '@customers.example', unknownUser);

/** What can happen to an order of Rhea's. */
const acts = {
  buyAnother: ({ app, reader }) => orderIn(app, 'pending', reader.person),
  assignToSilas: ({ app, admin, otherReader, orderId }) =>
    assignOrder(app.context, admin.person, orderId, otherReader.id),
  submit: ({ reader, orderId }) => submit(reader, orderId),
  reject: ({ admin, readingId }) => admin.put(`/api/readings/${readingId}/reject`),
  approve: ({ admin, readingId }) => admin.put(`/api/readings/${readingId}/approve`),
  failMail: ({ app }) => failCustomersMail(app),
  deleteOrder: ({ admin, orderId }) => admin.delete(`/api/orders/${orderId}`),
  refund: ({ app, paymentIntentId: paymentId }) => {
    app.payments.change(paymentId, { refundedMinor: 6000 });
    return sendWebhook(app, { id: 'evt_1', paymentId });
  },
  mute: ({ app, reader }) => setEmail(app, reader.person.id, ['order_assigned']),
  closeAccount: ({ admin, reader }) =>
    admin.put(`/api/staff/${reader.person.id}/active`, { isActive: false }),
} satisfies Record<string, (business: Business) => unknown>;

test('notifies an admin who also writes in both roles', async () => {
  const app = createTestApp();
  const { person } = await addSignedIn(app, 'sol', 'admin', true);
  const other = await addSignedIn(app, 'nora', 'admin');
  const address = setEmail(app, person.id);
  const { orderId } = await orderIn(app, 'pending', person);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(person.id);
  await submit(other, orderId);
  const notices = allNotices(app).map(({ kind, toAddress }) => `${kind} to ${toAddress}`);
  expect(notices).toEqual([`order_assigned to ${address}`, `reading_submitted to ${address}`]);
});

/** All but the reminders, and what customers cause. */
test.each<[NoticeKind, keyof typeof acts, subject: string, path: string]>([
  ['order_assigned', 'buyAnother', '… is assigned to you', '/reader/dashboard?order=ID'],
  ['reading_rejected', 'reject', 'The reading for … came back to you', '/reader/dashboard?order=ID'],
  ['reading_submitted', 'submit', '… is waiting for your approval', '/admin/dashboard?tab=approvals'],
  ['mail_failed', 'failMail', 'An email about … couldn’t be delivered', '/admin/dashboard?order=ID'],
])('sends %s (%s) to its reader or all admins with a link', async (kind, act, words, path) => {
  const business = await createBusiness(act === 'reject' ? 'reading_uploaded' : 'pending');
  const { app } = business;
  const to = path.startsWith('/reader') ? ['rhea'] : ['nora', 'otto'];
  expect(await noticesOf(app, () => acts[act](business))).toEqual(to.map((name) => `${kind} to ${name}`));
  const { id, orderNumber } = storedOrder(app, String(allNotices(app).at(-1)?.orderId));
  const mails = (await sentToStaff(app)).filter(({ subject }) => subject === words.replace('…', orderNumber));
  expect(mails.map((mail) => mail.to.name).sort()).toEqual(to);
  const address = `${app.config.publicUrl}${path.replace('ID', id)}`;
  for (const { html, text } of mails) {
    expect(html).toContain(`href="${address}"`);
    expect(text).toContain(`:\n${address}\n`);
    expect(text).toContain('open your account at the top right of the dashboard');
  }
});

test.each([
  ['switched it off', { mutedNotices: ['reading_submitted' as const] }],
  ['has no address', { email: null }],
  ['has a closed account', { isActive: false }],
])('sends no notice to an admin who %s, but to the others', async (_who, changes) => {
  const { app, reader, admin, otherAdmin, orderId } = await createBusiness();
  app.db.update(users).set(changes).where(eq(users.id, admin.person.id)).run();
  const otherKinds = noticeKinds.filter((kind) => kind !== 'reading_submitted');
  setEmail(app, otherAdmin.id, otherKinds);
  expect(await noticesOf(app, () => submit(reader, orderId))).toEqual(['reading_submitted to otto']);
});

test('skips the admin who submitted, and notifies again after a resubmission', async () => {
  const { app, admin, reader, orderId } = await createBusiness();
  expect(await noticesOf(app, () => submit(admin, orderId))).toEqual(['reading_submitted to otto']);
  await app.sendMail();
  const [reading] = (await admin.get<{ id: string }[]>('/api/readings/pending')).body;
  await admin.put(`/api/readings/${reading?.id}/reject`);
  const toBoth = ['reading_submitted to nora', 'reading_submitted to otto'];
  expect(await noticesOf(app, () => submit(reader, orderId))).toEqual(toBoth);
});

test('notifies the new reader when an order is reassigned', async () => {
  const { app, admin, otherReader, orderId } = await createBusiness();
  setEmail(app, otherReader.id);
  await app.sendMail();
  const reassign = () => admin.put('/api/assignments', { orderIds: [orderId], readerId: otherReader.id });
  expect(await noticesOf(app, reassign)).toEqual(['order_assigned to silas']);
  expect(await noticesOf(app, reassign)).toEqual([]);
  const withdraw = () => admin.put(`/api/orders/${orderId}/assignee`, { readerId: null });
  expect(await noticesOf(app, withdraw)).toEqual([]);
});

test('notifies a reader when an admin accepts a payment', async () => {
  const { app, admin } = await createStaff();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  app.payments.change(order.paymentIntentId, { amountReceivedMinor: 4500 });
  expect(await noticesOf(app, () => confirm(app, order))).toEqual([]);
  const accept = () => admin.put(`/api/orders/${order.orderId}/accept-payment`);
  expect(await noticesOf(app, accept)).toEqual(['order_assigned to rhea']);
});

test('sends a notice with the customer’s due day to the current address', async () => {
  const { app, reader } = await createBusiness();
  const email = 'rhea-at-home@staff.example';
  app.db.update(users).set({ email }).where(eq(users.id, reader.person.id)).run();
  const [notice, ...others] = await sentToStaff(app);
  expect([notice?.to.address, others]).toEqual([email, []]);
  const confirmation = app.mailer.sent.find(({ to }) => to.address === 'maya@customers.example');
  const dueDay = /inbox by: (\w+, \w+ \d+)/.exec(confirmation?.text ?? '')?.[1];
  expect(dueDay).toBeDefined();
  expect(notice?.text).toContain(`due by ${dueDay}.`);
});

test('includes the feedback in the rejection notice, but not its subject', async () => {
  const { app, admin, readingId } = await createBusiness('reading_uploaded');
  await admin.put(`/api/readings/${readingId}/reject`, { feedback: 'Say more of the Star.\n\nAnd <less>.' });
  const mail = (await sentToStaff(app)).at(-1);
  expect(mail?.text).toContain('Say more of the Star.\n\nAnd <less>.');
  expect(mail?.html).toContain('And &lt;less&gt;.');
  expect(mail?.subject).not.toContain('Star');
});

test('names a failed mail’s kind without the address or server’s words', async () => {
  const { app } = await createBusiness();
  await failCustomersMail(app);
  const mail = (await sentToStaff(app)).find(({ to }) => to.name === 'nora');
  expect(mail?.text).toContain('The order confirmation couldn’t be delivered.');
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/550 |user unknown|maya/i);
});

test('raises no alert when a notice fails', async () => {
  const { app, admin, orderId } = await createBusiness();
  expect(await noticesOf(app, () => sendMailExcept(app, '@staff.example', unknownUser))).toEqual([]);
  const states = storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`);
  expect(states).toEqual(['order_assigned failed', 'order_confirmation sent']);
  expect((await admin.get<Alert[]>('/api/alerts')).body).toEqual([]);
});

test('keeps notices out of an order’s mail list, resends and corrections', async () => {
  const { app, admin, orderId } = await createBusiness('reading_uploaded');
  await app.sendMail();
  const notice = allNotices(app).find(({ state }) => state === 'sent');
  expect(notice?.kind).toBe('reading_submitted');
  const { body: mails } = await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`);
  expect(mails.map(({ kind }) => kind)).toEqual(['order_confirmation']);
  expect(timelineOf(app, orderId).filter((type) => type.startsWith('mail_'))).toEqual(['mail_sent']);
  expect((await admin.post(`/api/mails/${notice?.id}/resend`)).status).toBe(404);
  await admin.put(`/api/orders/${orderId}/email`, { email: 'new@customers.example' });
  for (const { toAddress } of allNotices(app)) expect(toAddress).toMatch(/@staff\.example$/);
});

test.each<[what: string, NoticeKind, OrderStatus, (keyof typeof acts)[]]>([
  ['the order was deleted', 'order_assigned', 'pending', ['deleteOrder']],
  ['another reader got the order', 'order_assigned', 'pending', ['assignToSilas']],
  ['the payment was refunded', 'order_assigned', 'pending', ['refund']],
  ['the reading was resubmitted', 'reading_rejected', 'reading_uploaded', ['reject', 'submit']],
  ['the reading was approved', 'reading_submitted', 'reading_uploaded', ['approve']],
  ['the notice was switched off', 'order_assigned', 'pending', ['mute']],
  ['the account was closed', 'order_assigned', 'pending', ['closeAccount']],
])('cancels a waiting notice once %s', async (_what, kind, from, happens) => {
  const business = await createBusiness(from);
  for (const act of happens) await acts[act](business);
  await business.app.sendMail();
  const states = allNotices(business.app).filter((notice) => notice.kind === kind);
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['canceled']));
});

test('sends a notice once after hours without a mail server', async () => {
  const { app, admin, reader, orderId } = await createBusiness();
  app.mailer.failWith(later);
  for (const content of ['The Star.', 'The Sun.', 'The Moon.']) {
    const { body } = await submit(reader, orderId, content);
    await app.sendMail();
    await admin.put(`/api/readings/${body.id}/reject`, {});
    await app.sendMail();
    app.clock.advance(hour);
  }
  app.mailer.failWith(null);
  await submit(reader, orderId, 'The World.');
  const told = (await sentToStaff(app)).filter(({ subject }) => subject.includes('approval'));
  expect(told.map(({ to }) => to.name).sort()).toEqual(['nora', 'otto']);
});

test('sends customer mail even when notices are refused', async () => {
  const { app } = await createStaff();
  for (let i = 0; i < 12; i++) await app.buy();
  await sendMailExcept(app, '@staff.example', later);
  expect(app.mailer.sent).toHaveLength(12);
});

test('puts nothing a customer wrote into any notice', async () => {
  const { app, admin, reader, otherReader } = await createStaff();
  const { orderId } = await app.buy({
    readingType: 'other',
    customQuestion: 'Xqquestion',
    customerName: 'Xqname',
    customerEmail: 'Xqaddressee@customers.example',
    readingAddresseeName: 'Xqaddressee',
    backgroundContext: 'Xqbackground',
  });
  await failCustomersMail(app);
  const { body } = await submit(reader, orderId);
  await app.sendMail();
  await askCustomer(app, reader.person, orderId, 'Which of the two jobs do you mean?');
  await writeAsCustomer(app, orderId, { text: 'Xqbackground' });
  await app.sendMail();
  await admin.put(`/api/readings/${body.id}/reject`, { feedback: 'No.' });
  await app.sendMail();
  const dueAt = storedOrder(app, orderId).dueAt ?? 0;
  for (const time of [dueAt - hour, dueAt + hour]) {
    app.clock.advance(time - app.clock.now());
    await writeReminders(app.context);
    await remindAboutLateReadings(app.context);
    await app.sendMail();
  }
  await assignOrder(app.context, admin.person, orderId, otherReader.id);
  await app.sendMail();
  await writeAsCustomer(app, orderId, { text: 'Xqquestion', kind: 'problem' });
  await withdraw(app.context, orderId);
  const mails = await sentToStaff(app);
  const sent = allNotices(app).filter(({ state }) => state === 'sent');
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(noticeKinds));
  // Two letters alone stand in one of two hundred order numbers.
  expect(JSON.stringify(mails)).not.toMatch(/Xq(name|addressee|question|background)/i);
});
