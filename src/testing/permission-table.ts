import { writeNow } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { SignedIn } from '../server/context/context.ts';
import { giveFeedback } from '../server/feedback/feedback.ts';
import { findOrder } from '../server/orders/order-repository.ts';
import { keepWarning } from '../server/payments/money/money-repository.ts';
import { listProblems } from '../server/problems/problem-repository.ts';
import { tellProblem } from '../server/problems/tell-problem.ts';
import { askCustomer } from '../server/questions/ask-customer.ts';
import { findOpenQuestion } from '../server/questions/question-repository.ts';
import { createSnippet } from '../server/snippets/snippets.ts';
import { isoTime } from '../server/time/iso-time.ts';
import { withdraw } from '../server/withdrawal/withdraw.ts';
import { usualCalendar } from '../shared/checkout/calendar.ts';
import { minutes } from '../shared/durations.ts';
import { type OrderStatus, orderStatuses } from '../shared/orders/order-status.ts';
import { usualRetention } from '../shared/privacy/retention.ts';
import { accountForm } from './account-form.ts';
import { addPerson, browserOf, orderIn, storedMail } from './builders.ts';
import { createTestApp, quickHash, readingRequest } from './test-app.ts';

/** In this order: signed out, the order's own reader, another reader, the admin. */
export const callers = ['visitor', 'reader', 'other reader', 'admin'] as const;
type Statuses = [visitor: number, reader: number, otherReader: number, admin: number];

export interface Subject {
  orderId: string;
  orderNumber: string;
  readingId: string;
  mailId: string;
  readerId: string;
  snippetId: string;
  questionId: string;
  problemId: string;
  /** When its customer praised it. */
  givenAt: string;
}
export interface Row {
  expected: Statuses;
  /** The state of the order the call is about, which belongs to `reader`; or a snippet of theirs. */
  order?:
    | OrderStatus
    | 'deleted'
    | 'in review'
    | 'doubted'
    | 'asked'
    | 'withdrawn'
    | 'praised'
    | 'complained about'
    | 'snippet';
  body?: (subject: Subject) => unknown;
}

const aWarning = { kind: 'review', reason: 'rule', isOpen: true, createdAt: 1 } as const;

const aSnippet = { title: 'Closing', text: 'Go well, {name}.', isShared: false };

const everybody: Statuses = [200, 200, 200, 200];
const adminOnly: Statuses = [401, 403, 403, 200];
const signedInOnly: Statuses = [401, 200, 200, 200];
/** The password of all accounts. */
const password = 'the very same words';

/** Every call of the API, and who gets which answer (docs/product.md §6 and §11). */
export const permissionTable: Record<string, Row> = {
  'GET /healthz': { expected: everybody },
  'GET /readyz': { expected: everybody },
  'GET /api/health-report': { expected: adminOnly },
  // Answers only a caller who can prove to know the database.
  'GET /api/reached': { expected: [404, 404, 404, 404] },
  // Answers only a caller who has its token, or is on the machine itself.
  'GET /metrics': { expected: [404, 404, 404, 404] },
  'GET /api/auth/user': { expected: signedInOnly },
  'POST /api/login': { expected: everybody, body: () => ({ username: 'boss', password }) },
  'POST /api/logout': { expected: everybody },
  // Forms whose page says what became of them. This key opens nothing.
  'POST /api/set-up/:key/admin': { expected: [303, 303, 303, 303] },
  'POST /api/set-up/:key/business': { expected: [303, 303, 303, 303] },
  'GET /api/first-steps': { expected: adminOnly },
  'PUT /api/first-steps': { expected: adminOnly, body: () => ({ note: 'looked' }) },
  'GET /api/events': { expected: signedInOnly },
  'GET /api/settings': { expected: everybody },
  'PUT /api/settings/price': { expected: adminOnly, body: () => ({ price: 60 }) },
  'GET /api/business': { expected: adminOnly },
  'PUT /api/business/identity': {
    expected: adminOnly,
    body: () => ({ siteName: 'Cards', contactEmail: 'hello@cards.example', version: 0 }),
  },
  'PUT /api/business/colours': { expected: adminOnly, body: () => ({ accentHue: 210, version: 0 }) },
  'PUT /api/business/texts/:id': { expected: adminOnly, body: () => ({ text: 'Words.', version: 0 }) },
  'GET /api/business/parts/:id/history': { expected: adminOnly },
  'PUT /api/business/parts/:id/restore': { expected: adminOnly, body: () => ({ to: 0, version: 0 }) },
  'GET /api/settings/readers': { expected: adminOnly },
  'PUT /api/settings/readers': { expected: adminOnly, body: () => ({ showEarlierReadings: true }) },
  'GET /api/settings/aftercare': { expected: adminOnly },
  'PUT /api/settings/aftercare': {
    expected: adminOnly,
    body: () => ({ feedbackMailDays: 7, hasWithdrawal: false }),
  },
  'GET /api/settings/backups': { expected: adminOnly },
  'PUT /api/settings/backups': {
    expected: adminOnly,
    body: () => ({ isOn: false, hourly: 24, daily: 7, weekly: 8 }),
  },
  'POST /api/settings/backups/now': { expected: adminOnly },
  'GET /api/settings/mails': { expected: adminOnly },
  'PUT /api/settings/mails': {
    expected: adminOnly,
    body: () => ({ refunds: true, disputes: true, lateReadings: true }),
  },
  'GET /api/settings/payment': { expected: adminOnly },
  'PUT /api/settings/payment': { expected: adminOnly, body: () => ({ wallets: true }) },
  'GET /api/settings/calendar': { expected: adminOnly },
  'PUT /api/settings/calendar': { expected: adminOnly, body: () => usualCalendar },
  'GET /api/settings/calendar/places': { expected: adminOnly },
  'GET /api/privacy/retention': { expected: adminOnly },
  'PUT /api/privacy/retention': { expected: adminOnly, body: () => usualRetention },
  'POST /api/privacy/find': { expected: adminOnly, body: () => ({ address: 'nobody@customers.example' }) },
  'POST /api/privacy/export': { expected: adminOnly, body: () => ({ address: 'nobody@customers.example' }) },
  'POST /api/privacy/erase': {
    expected: adminOnly,
    body: () => ({ address: 'nobody@customers.example', confirmation: 'erase' }),
  },
  'POST /api/create-simple-payment-intent': { expected: everybody, body: () => readingRequest() },
  'POST /api/confirm-payment': {
    expected: everybody,
    order: 'pending',
    body: ({ orderId, orderNumber }) => ({ orderId, orderNumber }),
  },
  'POST /api/payment-failure': { expected: everybody, body: () => ({ errorMessage: 'Card declined.' }) },
  'POST /api/client-errors': {
    expected: everybody,
    body: () => ({ name: 'TypeError', part: 'page', page: 'other', at: null }),
  },
  'POST /api/stripe/webhook': { expected: [400, 400, 400, 400] },
  'GET /api/orders': { expected: adminOnly },
  'GET /api/orders.csv': { expected: adminOnly },
  'GET /api/orders/:id': { expected: adminOnly, order: 'pending' },
  'GET /api/orders/:id/events': { expected: adminOnly, order: 'pending' },
  'GET /api/orders/:id/customer': { expected: adminOnly, order: 'pending' },
  'POST /api/orders/:id/customer/notes': {
    expected: adminOnly,
    order: 'pending',
    body: () => ({ text: 'Asked for a friendly word.' }),
  },
  'GET /api/orders/:id/notes': { expected: [401, 200, 404, 200], order: 'pending' },
  'PUT /api/orders/:id/notes': {
    expected: [401, 200, 404, 200],
    order: 'pending',
    body: () => ({ internalNotes: 'Which deck did they mean?', notesSeen: '' }),
  },
  'GET /api/orders/:id/questions': { expected: [401, 200, 404, 200], order: 'asked' },
  'POST /api/orders/:id/questions': {
    expected: [401, 200, 404, 200],
    order: 'pending',
    body: () => ({ question: 'Which of the two jobs do you mean?' }),
  },
  'PUT /api/questions/:id/close': { expected: [401, 200, 404, 200], order: 'asked' },
  // A form of the customer's page: whatever becomes of it, the page says. This link leads nowhere.
  'POST /api/order-links/:token/answer': { expected: [303, 303, 303, 303] },
  'POST /api/order-links/:token/feedback': { expected: [303, 303, 303, 303] },
  'POST /api/order-links/:token/problem': { expected: [303, 303, 303, 303] },
  'POST /api/order-links/:token/withdrawal': { expected: [303, 303, 303, 303] },
  'POST /api/my-orders': { expected: [303, 303, 303, 303] },
  'POST /api/withdrawals': { expected: [303, 303, 303, 303] },
  // No withdrawal with this key was stated.
  'POST /api/withdrawals/:key/confirm': { expected: [303, 303, 303, 303] },
  'PUT /api/orders/:id/withdrawal/lift': { expected: adminOnly, order: 'withdrawn' },
  'PUT /api/orders/:id/withdrawal/settle': {
    expected: adminOnly,
    order: 'withdrawn',
    body: () => ({ refundedBefore: 0 }),
  },
  'GET /api/orders/:id/aftercare': { expected: adminOnly, order: 'pending' },
  'GET /api/feedback': { expected: adminOnly },
  'PUT /api/orders/:id/feedback/published': {
    expected: adminOnly,
    order: 'praised',
    body: ({ givenAt }) => ({ isPublished: true, givenAt }),
  },
  'PUT /api/problems/:id/close': { expected: adminOnly, order: 'complained about' },
  'POST /api/order-links/:token/address': { expected: [303, 303, 303, 303] },
  'POST /api/order-links/:token/background': { expected: [303, 303, 303, 303] },
  'GET /api/orders/:id/evidence': { expected: adminOnly, order: 'pending' },
  'DELETE /api/orders/:id': { expected: adminOnly, order: 'pending' },
  'PUT /api/orders/:id/restore': { expected: adminOnly, order: 'deleted' },
  'PUT /api/orders/:id/assignee': {
    expected: adminOnly,
    order: 'pending',
    body: ({ readerId }) => ({ readerId }),
  },
  'PUT /api/assignments': {
    expected: adminOnly,
    order: 'pending',
    body: ({ orderId, readerId }) => ({ orderIds: [orderId], readerId }),
  },
  'PUT /api/orders/:id/accept-payment': { expected: adminOnly, order: 'in review' },
  'PUT /api/orders/:id/clear-payment': { expected: adminOnly, order: 'doubted' },
  'GET /api/orders/:id/payment': { expected: adminOnly, order: 'pending' },
  'POST /api/orders/:id/refund': { expected: adminOnly, order: 'pending', body: () => ({ amount: 1 }) },
  'GET /api/orders/:id/new-day': { expected: adminOnly, order: 'pending' },
  'POST /api/orders/:id/new-day': {
    expected: adminOnly,
    order: 'pending',
    body: () => ({ day: weekdayAhead(14) }),
  },
  'GET /api/orders/:id/mails': { expected: adminOnly, order: 'pending' },
  'PUT /api/orders/:id/email': {
    expected: adminOnly,
    order: 'pending',
    body: () => ({ email: 'maya.lindqvist@customers.example' }),
  },
  'POST /api/mails/:id/resend': { expected: adminOnly, order: 'pending' },
  'GET /api/overview': { expected: adminOnly },
  'GET /api/overview/readers': { expected: adminOnly },
  'GET /api/overview/readings.csv': { expected: adminOnly },
  'GET /api/alerts': { expected: adminOnly },
  'GET /api/audit': { expected: adminOnly },
  'GET /api/audit.csv': { expected: adminOnly },
  'GET /api/reader/orders': { expected: [401, 200, 200, 403] },
  'GET /api/reader/orders/:id': { expected: [401, 200, 404, 403], order: 'reading_uploaded' },
  'GET /api/reader/orders/:id/earlier': { expected: [401, 200, 404, 403], order: 'pending' },
  'GET /api/orders/:id/reading': { expected: [401, 200, 404, 200], order: 'rejected' },
  'GET /api/orders/:id/revisions': { expected: [401, 200, 404, 200], order: 'reading_uploaded' },
  'GET /api/orders/:id/draft': { expected: [401, 200, 404, 200], order: 'pending' },
  'PUT /api/orders/:id/draft': {
    expected: [401, 200, 404, 200],
    order: 'pending',
    body: () => ({ content: 'The Star', version: 0 }),
  },
  'POST /api/orders/:id/delivery-preview': {
    expected: [401, 200, 404, 200],
    order: 'pending',
    body: () => ({ content: 'The Star speaks of patience.' }),
  },
  'GET /api/overview/waiting': { expected: adminOnly },
  'GET /api/readings': { expected: adminOnly },
  'GET /api/readings/pending': { expected: adminOnly },
  'GET /api/readings/held': { expected: adminOnly },
  'POST /api/readings': {
    expected: [401, 200, 404, 200],
    order: 'pending',
    body: ({ orderId }) => ({ orderId, content: 'The Star speaks of patience.' }),
  },
  'PUT /api/readings/:id': {
    expected: adminOnly,
    order: 'reading_uploaded',
    body: () => ({ content: 'The Star speaks of hope.', internalNotes: 'Better.' }),
  },
  'PUT /api/readings/:id/approve': { expected: adminOnly, order: 'reading_uploaded' },
  'PUT /api/readings/:id/reject': {
    expected: adminOnly,
    order: 'reading_uploaded',
    body: () => ({ revision: 1, comments: [{ from: 0, to: 8, text: 'Which Star is it?' }] }),
  },
  'PUT /api/readings/:id/undo-approval': { expected: adminOnly, order: 'approved' },
  'GET /api/snippets': { expected: signedInOnly },
  'POST /api/snippets': { expected: signedInOnly, body: () => aSnippet },
  'PUT /api/snippets/:id': { expected: [401, 200, 404, 404], order: 'snippet', body: () => aSnippet },
  'DELETE /api/snippets/:id': { expected: [401, 200, 404, 404], order: 'snippet' },
  'GET /api/readers': { expected: adminOnly },
  'GET /api/staff': { expected: adminOnly },
  'POST /api/staff': {
    expected: adminOnly,
    body: () => ({ username: 'nora', password: 'the words of nora', role: 'reader' }),
  },
  'PUT /api/staff/:id/active': { expected: adminOnly, body: () => ({ isActive: true }) },
  'PUT /api/staff/:id/password': {
    expected: adminOnly,
    body: () => ({ newPassword: 'other words of rita' }),
  },
  'PUT /api/staff/:id': { expected: adminOnly, body: () => accountForm({ maxOpenOrders: 3 }) },
  'DELETE /api/staff/:id/two-factor': { expected: adminOnly },
  'GET /api/staff/:id/sessions': { expected: adminOnly },
  // There is no session of that name.
  'DELETE /api/staff/:id/sessions/:session': { expected: [401, 403, 403, 404] },
  'PUT /api/admin/password': {
    expected: adminOnly,
    body: () => ({ currentPassword: password, newPassword: 'other words of the admin' }),
  },
  'GET /api/account': { expected: signedInOnly },
  'PUT /api/account': { expected: signedInOnly, body: () => accountForm({ mutedNotices: [] }) },
  'PUT /api/account/password': {
    expected: signedInOnly,
    body: () => ({ currentPassword: password, newPassword: 'other words of mine' }),
  },
  'DELETE /api/account/sessions': { expected: signedInOnly },
  // There is no session of that name.
  'DELETE /api/account/sessions/:session': { expected: [401, 404, 404, 404] },
  'POST /api/account/two-factor': { expected: signedInOnly, body: () => ({ currentPassword: password }) },
  // No set-up was begun.
  'PUT /api/account/two-factor': { expected: [401, 409, 409, 409], body: () => ({ code: '123456' }) },
  'DELETE /api/account/two-factor': { expected: signedInOnly, body: () => ({ currentPassword: password }) },
  'POST /api/password-reset': { expected: everybody, body: () => ({ email: 'rita@staff.example' }) },
  // There is no such link.
  'POST /api/password-reset/check': {
    expected: [404, 404, 404, 404],
    body: () => ({ token: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  },
  'POST /api/password-reset/confirm': {
    expected: [404, 404, 404, 404],
    body: () => ({ token: 'AAAAAAAAAAAAAAAAAAAAAA', newPassword: 'other words of mine' }),
  },
  'POST /api/test-email': { expected: everybody, body: () => ({ email: 'me@customers.example' }) },
};

/**
 * Creates an app with an admin and two readers, none of whom has signed in yet.
 *
 * @param built a service on the same database, which answers the calls of `callAs` instead
 */
export async function createStaffedApp(built?: { databasePath: string; url: string }) {
  const env = { APPROVAL_UNDO_SECONDS: '60', PUBLIC_URL: built?.url ?? '' };
  const app = createTestApp({ env, ...(built && { databasePath: built.databasePath }) });
  // The service writes into the same file.
  if (built) app.db.$client.pragma('busy_timeout = 5000');
  const request =
    built && ((path: string, init: RequestInit) => fetch(built.url + path, { ...init, redirect: 'manual' }));
  const people: Record<(typeof callers)[number], SignedIn | null> = {
    visitor: null,
    reader: addPerson(app, 'rita', 'reader'),
    'other reader': addPerson(app, 'omar', 'reader'),
    admin: addPerson(app, 'boss', 'admin'),
  };
  app.db
    .update(users)
    .set({ passwordHash: await quickHash(password) })
    .run();
  return { app, people, rita: people.reader as SignedIn, request };
}

export type Staffed = Awaited<ReturnType<typeof createStaffedApp>>;

/**
 * Creates what a call is about.
 *
 * @param owner the reader to whom the order belongs
 */
export async function createSubject(
  { app, rita }: Staffed,
  state: Row['order'],
  owner: SignedIn = rita,
): Promise<Subject> {
  const readerId = owner.id;
  const nothing = {
    orderId: '',
    orderNumber: '',
    readingId: '',
    mailId: '',
    snippetId: '',
    questionId: '',
    problemId: '',
    givenAt: '',
    readerId,
  };
  if (!state) return nothing;
  if (state === 'snippet')
    return { ...nothing, snippetId: (await createSnippet(app.context, owner, aSnippet)).id };
  const status = isStatus(state) ? state : state === 'praised' ? 'approved' : 'pending';
  const order = await orderIn(app, status, owner);
  await app.sendMail();
  const change = (column: string, value: unknown) =>
    app.db.$client.prepare(`UPDATE orders SET ${column} = ? WHERE id = ?`).run(value, order.orderId);
  if (state === 'deleted') change('deleted_at', 1);
  if (state === 'asked') {
    await askCustomer(app.context, owner, order.orderId, 'Which of the two jobs do you mean?');
    const questionId = findOpenQuestion(app.db, order.orderId)?.id ?? '';
    return { ...nothing, ...order, questionId };
  }
  const row = findOrder(app.db, order.orderId);
  if (state === 'withdrawn') await withdraw(app.context, order.orderId);
  if (state === 'praised' && row) {
    app.clock.advance(minutes(2));
    await giveFeedback(app.context, row, {
      helped: 'yes',
      words: 'Thank you.',
      mayPublish: true,
      shownName: 'none',
    });
    return { ...nothing, ...order, givenAt: isoTime(app.clock.now()) };
  }
  if (state === 'complained about' && row) {
    await tellProblem(app.context, row, 'Nothing came.');
    return { ...nothing, ...order, problemId: listProblems(app.db, order.orderId).at(-1)?.id ?? '' };
  }
  if (state === 'in review') {
    change('payment_status', 'review');
    change('due_at', null);
  }
  if (state === 'doubted') {
    writeNow(app.db, (tx) =>
      keepWarning(tx, { ...aWarning, id: `prv_${order.orderId}`, orderId: order.orderId }),
    );
  }
  return { ...nothing, ...order, mailId: String(storedMail(app, order.orderId)[0]?.id) };
}

/** @returns the first weekday that is so many days ahead, or more, as `2026-11-27` */
function weekdayAhead(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  while (date.getUTCDay() % 6 === 0) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, '2026-11-27'.length);
}

function isStatus(state: Row['order']): state is OrderStatus {
  return orderStatuses.some((status) => status === state);
}

/** @returns the id that a route is about */
export function idFor(route: string, subject: Subject): string {
  const { orderId, readingId, mailId, snippetId, questionId, problemId, readerId } = subject;
  if (route.includes('/staff/:id')) return readerId;
  if (route.includes('/business/')) return 'terms';
  if (route.includes('/order-links/')) return 'no-such-link';
  if (route.includes('/account/')) return 'no-such-session';
  if (route.includes('/mails/:id')) return mailId;
  if (route.includes('/snippets/')) return snippetId;
  if (route.includes('/api/questions/')) return questionId;
  if (route.includes('/api/problems/')) return problemId;
  return route.includes('/readings/') ? readingId : orderId;
}

/** Makes a call of the API as one of them. */
export async function callAs(
  { app, people, request }: Staffed,
  caller: (typeof callers)[number],
  route: string,
  body: unknown,
) {
  const person = people[caller];
  const { cookies } = person ? await browserOf(app, person) : app.visitor();
  const browser = app.visitor({}, cookies, request);
  const [method = '', path = ''] = route.split(' ');
  return browser.call<{ error?: { code: string; message: string } }>(method, path, body);
}
