import { expect, test } from 'vitest';
import {
  askCustomer,
  browserOf,
  declineCards,
  orderIn,
  placeOrder,
  sendWebhook,
  setEmail,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { listenAs } from '../../../tests/kit/live-streams.ts';
import { callAs, createStaffedApp, createSubject, idFor } from '../../../tests/kit/permission-calls.ts';
import { callers, permissionTable } from '../../../tests/kit/permission-table.ts';
import { planOf, statementsOf } from '../../../tests/kit/query-plans.ts';
import type { TestApp } from '../../../tests/kit/test-app.ts';
import { deleteOrder } from '../admin/delete-order.ts';
import { askForFeedback, readQuotes } from '../aftercare/customer-feedback.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { readReceipt } from '../aftercare/order-page/read-receipt.ts';
import { readThanks } from '../aftercare/order-page/read-thanks.ts';
import type { SignedIn } from '../base/context.ts';
import { createRateLimits } from '../base/http/rate-limits.ts';
import { cancelAbandonedCheckouts } from '../checkout/abandon-checkouts.ts';
import { deleteExpiredData, retentionSettings } from '../ops/privacy/delete-expired.ts';
import { erasePerson, findPerson } from '../ops/privacy/erase-person.ts';
import { exportPerson } from '../ops/privacy/export-person.ts';
import { repeatErasures } from '../ops/privacy/repeat-erasures.ts';
import { assignWaitingOrders } from '../orders/assign-orders.ts';
import { remindAboutLateReadings } from '../orders/messages/late-orders.ts';
import { remindCustomers } from '../orders/messages/questions.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { writeReminders } from '../orders/reminders.ts';
import { findMissedEvents, reconcilePayments } from '../payments/missed-webhooks.ts';
import { finishRefunds } from '../payments/refund-order.ts';
import { aftercareSettings, changeSettings } from '../shop/change-settings.ts';
import { correctFutureTimes, runHousekeeping } from './jobs.ts';
import { openSetUp } from './set-up/set-up.ts';

/** Tables that hold few rows, however old a shop is: by their nature, or because the rest is soon forgotten. */
const smallTables = [
  ...['users', 'settings', 'service_facts', 'order_tallies', 'terms', 'json_each', 'sqlite_master'],
  // For as long as a link, a window or a session lasts: a day at most.
  ...['password_resets', 'rate_limits', 'sessions'],
  // Ten, thirty or a hundred for each member of staff, and what is written or reviewed by hand.
  ...['portraits', 'recovery_codes', 'snippets', 'stray_payments', 'site_texts', 'codes', 'offers'],
  // Who waits while a shop is closed.
  'waitlist',
  // Of the orders that are open, or were delivered in the last month.
  'reading_drafts',
];

/** What reads a whole table all the same: for one person who is looked up, each night, and after a restore. */
const wholeScans = [
  /^select .* from "outbox" .*canonical_email\("outbox"."to_address"\) =/,
  /^delete from "outbox" where \("outbox"."created_at" </,
  /^delete from "stripe_events" where "stripe_events"."received_at" </,
  /^select "id", "customer_email", "created_at" from "orders" where "orders"."erased_at" is null/,
  /^select "id", "to_address", "created_at" from "outbox"/,
];

/** What is asked for again and again, and the index that keeps it cheap, where another one could take its place. */
const indexOf: [what: string, statement: RegExp, index: string][] = [
  ['unpaid orders to give up', /"abandoned_at" is null.* order by "orders"."created_at"/, 'orders_unpaid'],
  ['unpaid orders to forget', /^select .*"abandoned_at" is not null/, 'orders_unpaid'],
  ['orders that are kept no longer', /paid_at IS NOT NULL AND erased_at IS NULL/, 'orders_kept'],
  ['orders to remind of', /"assigned_reader_id" in .*order by "orders"."due_at" asc/, 'orders_open'],
  ['who has waited longest', /from "users".*"assigned_at" FROM "orders"/s, 'orders_assigned'],
  ['what waits for a reader', /"assigned_reader_id" IS NULL.* order by "orders"."due_at"/, 'orders_facets'],
  ['the events for open desks', /^select .*order_events earlier/s, 'PRIMARY KEY (rowid>?)'],
  ['what a reader has to write', /left join "readings" .* order by ifnull/s, 'orders_reader'],
  [
    'what a reader has delivered',
    /left join "readings" .* order by "orders"."due_at" desc/s,
    'orders_reader',
  ],
  [
    'customers who have not answered',
    /kind = 'question' AND closed_at IS NULL.*"created_at" <= /,
    'messages_asked',
  ],
  ['what waits for an answer of ours', /min\("messages"."answer_by"\)/, 'messages_to_answer'],
  ['a day that was moved', /^select .*'fromDay'/, 'order_events_moved'],
  ['what was done', /from "audit" where .*\) < \(\?, \?\)\) order by/, 'audit_at (at>? AND at<?)'],
  ['what was done of a kind', /from "audit" where .*"kind" = /, 'audit_kind (kind=? AND at>? AND at<?)'],
  ['the receipts of a month', /from "receipts" where .*"issued_at" >= /, 'receipts_issued'],
  ['what was done, by words', /audit_search MATCH/, 'SEARCH audit USING INTEGER PRIMARY KEY (rowid=?)'],
];

const formBrowser = (app: TestApp) => app.visitor({ 'content-type': 'application/x-www-form-urlencoded' });
const tokenIn = (path = '') => path.split('/').at(-1) ?? '';

/** A customer corrects their order, in the browser in which they have bought, and prints the receipt. */
async function correctAsBuyer(app: TestApp) {
  const { customer, orderNumber } = await app.buy();
  const cookie = customer.cookies.get('checkout') ?? null;
  const token = tokenIn(readThanks(app.context, cookie, orderNumber)?.orderPath);
  const browser = formBrowser(app);
  await browser.post(`/api/order-links/${token}/address`, 'text=corrected@customers.example');
  await browser.post(`/api/order-links/${token}/background`, 'text=Lisbon');
  readReceipt(app.context, token);
}

/** Everything that a request can ask for, as everybody who can ask it, and everything that a timer does. */
async function doEverything(staffed: Awaited<ReturnType<typeof createStaffedApp>>) {
  const { app, people } = staffed;
  for (const person of [people.admin, people.reader]) setEmail(app, person?.id ?? '');
  for (const [route, row] of Object.entries(permissionTable)) {
    for (const [index, caller] of callers.entries()) {
      // Refused by their role alone, before anything is read.
      if ([401, 403].includes(row.expected[index] ?? 0)) continue;
      const subject = await createSubject(staffed, row.order);
      await callAs(staffed, caller, route.replace(':id', idFor(route, subject)), row.body?.(subject));
    }
  }
  for (const path of [
    'orders?placed=month',
    'orders?placed=month&sort=customer',
    'orders.csv?placed=month&q=ma',
    'audit?kind=money',
    'audit?search=price',
    'audit?search=price&kind=money',
  ])
    await callAs(staffed, 'admin', `GET /api/${path}`, undefined);
  const { orderId, paymentIntentId } = await app.buy();
  if (people.admin) await askCustomer(app, people.admin, orderId, 'Which of the two jobs do you mean?');
  const token = tokenIn(createOrderLink(app.context, orderId));
  await formBrowser(app).post(`/api/order-links/${token}/messages`, 'text=Lisbon');
  await sayAfterOrder(staffed);
  const admin = people.admin && (await browserOf(app, people.admin));
  if (admin) for (const after of [undefined, 0]) await (await listenAs(app, admin, after)).next();
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  readCustomerOrder(app.context, tokenIn(createOrderLink(app.context, orderId)), { isCustomer: true });
  await correctAsBuyer(app);
  await declineCards(app, (await placeOrder(app)).paymentIntentId, 3);
  await createRateLimits(app.db, app.clock, true).signIn.tryTake('unknown');
  await app.metrics.registry.metrics();
  if (people.admin) await forgetPeople(app, people.admin);
  const jobs = [
    () => app.sendMail(),
    () => writeReminders(app.context),
    () => remindAboutLateReadings(app.context),
    () => remindCustomers(app.context),
    () => askForFeedback(app.context),
    async () => assignWaitingOrders(app.context),
    () => reconcilePayments(app.context),
    () => findMissedEvents(app.context),
    () => finishRefunds(app.context),
    () => cancelAbandonedCheckouts(app.context),
    () => openSetUp(app.context),
    async () => correctFutureTimes(app.context),
    () => runHousekeeping(app.context),
  ];
  for (const days of [0, 2, 3, 40, 200]) {
    await placeOrder(app);
    app.clock.advance(days * 86_400_000);
    for (const job of jobs) await job();
  }
  if (people.admin)
    await changeSettings(app.context, people.admin, retentionSettings, { endedOrderYears: 1 });
  app.clock.advance(400 * 86_400_000);
  await deleteExpiredData(app.context);
}

/** An admin looks for a customer whose order has ended, takes what there is of them, and erases them. */
async function forgetPeople({ context, buy }: TestApp, admin: SignedIn) {
  const address = 'gone@customers.example';
  const { orderId } = await buy({ customerEmail: address });
  await deleteOrder(context, admin, orderId);
  findPerson(context, address);
  await exportPerson(context, admin, address);
  await erasePerson(context, admin, address);
  await repeatErasures(context, admin);
}

/** What a customer can send from the page of an order, and without it. */
async function sayAfterOrder({ app, people }: Awaited<ReturnType<typeof createStaffedApp>>) {
  if (!people.admin) return;
  const customer = formBrowser(app);
  const { orderId } = await orderIn(app, 'approved', people.admin);
  const { orderNumber } = await app.buy();
  await changeSettings(app.context, people.admin, aftercareSettings, {
    feedbackMailDays: 1,
    hasWithdrawal: true,
  });
  app.clock.advance(120_000);
  await app.sendMail();
  const send = (what: string, form: string) =>
    customer.post(`/api/order-links/${tokenIn(createOrderLink(app.context, orderId))}/${what}`, form);
  await send('feedback', 'helped=yes&words=Good&publish=yes&name=initials');
  await send('feedback', 'action=take_back');
  await send('messages', 'text=Nothing+came&kind=problem');
  await send('withdrawal', '');
  await customer.post('/api/my-orders', 'email=maya@customers.example');
  const email = 'maya@customers.example';
  const stated = await customer.post('/api/withdrawals', `orderNumber=${orderNumber}&email=${email}`);
  const path = stated.headers.get('location')?.replace('withdraw', 'withdrawals');
  await customer.post(`/api${path}/confirm`, '');
  const refused = await submitForm(app.visitor());
  expect(refused.body.error?.code).toBe('consent_conflict');
  await submitForm(app.visitor(), { consent: true });
  readQuotes(app.context);
  await changeSettings(app.context, people.admin, aftercareSettings, {
    feedbackMailDays: 1,
    hasWithdrawal: false,
  });
}

test('uses an index in every request and job statement', { timeout: 180_000 }, async () => {
  const staffed = await createStaffedApp();
  const { app } = staffed;
  const noted = await statementsOf(() => doEverything(staffed));
  const statements = [...noted].filter((source) => /^\s*(select|insert|update|delete|with)\b/i.test(source));
  expect(statements.length).toBeGreaterThan(150);
  // An index with a condition holds what is under way only, or leaves out rows without a value.
  const partial = app.db.$client
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %' AND sql NOT LIKE '% IS NOT NULL'
        AND name <> 'order_events_type'`,
    )
    .pluck()
    .all();
  // What has a word is found by it.
  const byWord = 'audit_search VIRTUAL TABLE INDEX \\S*M\\d';
  const isCheap = new RegExp(`\\b(CONSTANT ROW|${byWord}|${[...smallTables, ...partial].join('|')})\\b`);
  const indexed = statements.filter((source) => !wholeScans.some((scan) => scan.test(source)));
  const scans = indexed.flatMap((source) => {
    const steps = planOf(app, source).filter((step) => step.startsWith('SCAN') && !isCheap.test(step));
    return steps.length > 0 ? [{ source, steps }] : [];
  });
  expect(scans).toEqual([]);
  const used = indexOf.map(([what, statement, index]) => {
    const found = statements.filter((source) => statement.test(source));
    expect([what, found.length > 0]).toEqual([what, true]);
    const steps = found.map((source) => planOf(app, source).join('; '));
    return { what, missed: steps.filter((plan) => !plan.includes(index)) };
  });
  expect(used.filter(({ missed }) => missed.length > 0)).toEqual([]);
});
