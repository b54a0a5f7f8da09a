import { defaultCalendar } from '../../src/shared/checkout/calendar-schema.ts';
import { defaultRetention } from '../../src/shared/ops/retention.ts';
import type { OrderStatus } from '../../src/shared/orders/order-status.ts';
import { accountForm, pictureForm } from './account-form.ts';
import { readingRequest } from './test-app.ts';

/** In this order: signed out, the order's own reader, another reader, the admin. */
export const callers = ['visitor', 'reader', 'other reader', 'admin'] as const;
export type Caller = (typeof callers)[number];
type Statuses = [visitor: number, reader: number, otherReader: number, admin: number];

const ofOrder = { orderId: '', orderNumber: '', readingId: '', mailId: '', messageId: '' };
/** The subject of a call; `givenAt` is when the customer praised the order. */
export const noSubject = { ...ofOrder, readerId: '', snippetId: '', codeId: '', givenAt: '' };
export type Subject = typeof noSubject;
export interface Row {
  expected: Statuses;
  /** The state of the order of the call, which belongs to `reader`; or one of their snippets, or a code. */
  order?:
    | OrderStatus
    | 'deleted'
    | 'in review'
    | 'doubted'
    | 'asked'
    | 'withdrawn'
    | 'snippet'
    | 'code'
    | 'praised';
  body?: Body;
}

export const aSnippet = { title: 'Closing', text: 'Go well, {name}.', isShared: false };

const everybody: Statuses = [200, 200, 200, 200];
const adminOnly: Statuses = [401, 403, 403, 200];
const signedInOnly: Statuses = [401, 200, 200, 200];
const ownOrder: Statuses = [401, 200, 404, 200];
const redirect: Statuses = [303, 303, 303, 303];
const missing: Statuses = [404, 404, 404, 404];
export const password = 'the very same words';
const newPassword = 'other words of mine';
const token = 'A'.repeat(22);
const email = 'unknown@customers.example';
const comments = [{ from: 0, to: 8, text: 'Which Star is it?' }];
const payment: Body = ({ orderId, orderNumber }) => ({ orderId, orderNumber });
const publish: Body = ({ givenAt }) => ({ isPublished: true, givenAt });
const assign: Body = ({ orderId, readerId }) => ({ orderIds: [orderId], readerId });

type Body = (subject: Subject) => unknown;
const row = (expected: Statuses, body?: object): Row => about(undefined, expected, body);
const about = (order: Row['order'], expected: Statuses, body?: object | Body): Row => ({
  expected,
  ...(order && { order }),
  ...(body && { body: typeof body === 'function' ? (body as Body) : () => body }),
});

/** Every call of the API, with the answer to each caller (docs/product.md §6 and §11). */
export const permissionTable: Record<string, Row> = {
  'GET /healthz': row(everybody),
  'GET /readyz': row(everybody),
  'GET /api/health-report': row(adminOnly),
  // Answers only a caller that can prove that it knows the database.
  'GET /api/reached': row(missing),
  // Answers only a caller that has its token or is on this machine.
  'GET /metrics': row(missing),
  'GET /api/auth/user': row(signedInOnly),
  'POST /api/login': row(everybody, { username: 'boss', password }),
  'POST /api/logout': row(everybody),
  // Forms whose page shows the result. This key opens nothing.
  'POST /api/set-up/:key/admin': row(redirect),
  'POST /api/set-up/:key/business': row(redirect),
  'POST /api/set-up/:key/reader': row(redirect),
  'POST /api/set-up/:key/backups': row(redirect),
  'GET /api/first-steps': row(adminOnly),
  'PUT /api/first-steps': row(adminOnly, { note: 'looked' }),
  'GET /api/events': row(signedInOnly),
  'GET /api/settings': row(everybody),
  'GET /api/offers': row(adminOnly),
  // Comes before a call adds an offer: the built service keeps what earlier calls wrote.
  'PUT /api/offers/order': row(adminOnly, { ids: ['standard'] }),
  'GET /api/codes': row(adminOnly),
  'POST /api/codes': row(adminOnly, { code: 'SPRING', percentOff: 10 }),
  'PUT /api/codes/:id': about('code', adminOnly, { isActive: false }),
  'POST /api/offers': row(adminOnly, { name: 'Three cards', price: 30 }),
  'PUT /api/offers/:id': row(adminOnly, { version: 1 }),
  'POST /api/quote': row(everybody),
  'PUT /api/settings/price': row(adminOnly, { price: 60 }),
  'PUT /api/settings/currency': row(adminOnly, { currency: 'usd' }),
  'PUT /api/offers/:id/picture': row(adminOnly, pictureForm(1)),
  'PUT /api/business/logo': row(adminOnly, pictureForm(0)),
  'GET /api/business': row(adminOnly),
  'PUT /api/business/identity': row(adminOnly, { siteName: 'Cards', contactEmail: email, version: 0 }),
  'PUT /api/business/colours': row(adminOnly, { accentHue: 210, version: 0 }),
  'PUT /api/business/texts/:id': row(adminOnly, { text: 'Words.', version: 0 }),
  'GET /api/business/parts/:id/history': row(adminOnly),
  'PUT /api/business/parts/:id/restore': row(adminOnly, { to: 0, version: 0 }),
  'GET /api/settings/readers': row(adminOnly),
  'PUT /api/settings/readers': row(adminOnly, { showEarlierReadings: true }),
  'GET /api/settings/aftercare': row(adminOnly),
  'PUT /api/settings/aftercare': row(adminOnly, { feedbackMailDays: 7, hasWithdrawal: false }),
  'GET /api/settings/backups': row(adminOnly),
  'PUT /api/settings/backups': row(adminOnly, { isOn: false, hourly: 24, daily: 7, weekly: 8 }),
  'POST /api/settings/backups/now': row(adminOnly),
  'GET /api/settings/mails': row(adminOnly),
  'PUT /api/settings/mails': row(adminOnly, { refunds: true, disputes: true, lateReadings: true }),
  'GET /api/settings/payment': row(adminOnly),
  'PUT /api/settings/payment': row(adminOnly, { wallets: true }),
  'GET /api/settings/tax': row(adminOnly),
  'PUT /api/settings/tax': row(adminOnly, { kind: 'included', rate: '19' }),
  'GET /api/settings/calendar': row(adminOnly),
  'PUT /api/settings/calendar': row(adminOnly, defaultCalendar),
  'GET /api/settings/calendar/places': row(adminOnly),
  'GET /api/privacy/retention': row(adminOnly),
  'PUT /api/privacy/retention': row(adminOnly, defaultRetention),
  'POST /api/privacy/find': row(adminOnly, { address: email }),
  'POST /api/privacy/export': row(adminOnly, { address: email }),
  'POST /api/privacy/erase': row(adminOnly, { address: email, confirmation: 'erase' }),
  'POST /api/create-simple-payment-intent': row(everybody, readingRequest()),
  'POST /api/confirm-payment': about('pending', everybody, payment),
  'POST /api/payment-failure': row(everybody, { errorMessage: 'Card declined.' }),
  'POST /api/client-errors': row(everybody, { name: 'TypeError', part: 'page', page: 'other', at: null }),
  'POST /api/stripe/webhook': row([400, 400, 400, 400]),
  'GET /api/orders': row(adminOnly),
  'GET /api/orders.csv': row(adminOnly),
  'GET /api/receipts.csv': row(adminOnly),
  'GET /api/orders/:id': about('pending', adminOnly),
  'GET /api/orders/:id/events': about('pending', adminOnly),
  'GET /api/orders/:id/customer': about('pending', adminOnly),
  'POST /api/orders/:id/customer/notes': about('pending', adminOnly, { text: 'Asked for a friendly word.' }),
  'GET /api/orders/:id/notes': about('pending', ownOrder),
  'PUT /api/orders/:id/notes': about('pending', ownOrder, { internalNotes: 'Which deck?', notesSeen: '' }),
  'GET /api/orders/:id/messages': about('asked', ownOrder),
  'POST /api/orders/:id/messages': about('pending', ownOrder, { text: 'Which job?', kind: 'question' }),
  'PUT /api/messages/:id/close': about('asked', ownOrder),
  'POST /api/order-links/:token/messages': row(missing, { text: 'Nothing came.', kind: 'problem' }),
  // A form of the customer's page, which always shows the result. This link leads nowhere.
  'POST /api/order-links/:token/answer': row(redirect),
  'GET /order/:token/letter.pdf': row(missing),
  'POST /api/order-links/:token/feedback': row(redirect),
  'POST /api/order-links/:token/problem': row(redirect),
  'POST /api/order-links/:token/withdrawal': row(redirect),
  'POST /api/my-orders': row(redirect),
  'POST /api/reopening': row(redirect),
  'POST /api/withdrawals': row(redirect),
  'POST /api/withdrawals/:key/confirm': row(redirect),
  'PUT /api/orders/:id/withdrawal/lift': about('withdrawn', adminOnly),
  'PUT /api/orders/:id/withdrawal/settle': about('withdrawn', adminOnly, { refundedBefore: 0 }),
  'GET /api/orders/:id/aftercare': about('pending', adminOnly),
  'GET /api/feedback': row(adminOnly),
  'PUT /api/orders/:id/feedback/published': about('praised', adminOnly, publish),
  'POST /api/order-links/:token/address': row(redirect),
  'POST /api/order-links/:token/background': row(redirect),
  'GET /api/orders/:id/evidence': about('pending', adminOnly),
  'DELETE /api/orders/:id': about('pending', adminOnly),
  'PUT /api/orders/:id/restore': about('deleted', adminOnly),
  'PUT /api/orders/:id/assignee': about('pending', adminOnly, ({ readerId }) => ({ readerId })),
  'PUT /api/assignments': about('pending', adminOnly, assign),
  'PUT /api/orders/:id/accept-payment': about('in review', adminOnly),
  'PUT /api/orders/:id/clear-payment': about('doubted', adminOnly),
  'GET /api/orders/:id/payment': about('pending', adminOnly),
  'POST /api/orders/:id/refund': about('pending', adminOnly, { amount: 1 }),
  'GET /api/orders/:id/new-day': about('pending', adminOnly),
  'POST /api/orders/:id/new-day': about('pending', adminOnly, { day: weekdayAhead(14) }),
  'GET /api/orders/:id/mails': about('pending', adminOnly),
  'PUT /api/orders/:id/email': about('pending', adminOnly, { email: 'maya.lindqvist@customers.example' }),
  'POST /api/mails/:id/resend': about('pending', adminOnly),
  'GET /api/overview': row(adminOnly),
  'GET /api/overview/readers': row(adminOnly),
  'GET /api/overview/readings.csv': row(adminOnly),
  'GET /api/alerts': row(adminOnly),
  'GET /api/today': row(adminOnly),
  'GET /api/audit': row(adminOnly),
  'GET /api/audit.csv': row(adminOnly),
  'GET /api/reader/orders': row([401, 200, 200, 403]),
  'GET /api/reader/orders/:id': about('reading_uploaded', [401, 200, 404, 403]),
  'GET /api/reader/orders/:id/earlier': about('pending', [401, 200, 404, 403]),
  'GET /api/orders/:id/reading': about('rejected', ownOrder),
  'GET /api/orders/:id/revisions': about('reading_uploaded', ownOrder),
  'GET /api/orders/:id/draft': about('pending', ownOrder),
  'PUT /api/orders/:id/draft': about('pending', ownOrder, { content: 'The Star', version: 0 }),
  'POST /api/orders/:id/delivery-preview': about('pending', ownOrder, { content: 'The Star' }),
  'GET /api/readings': row(adminOnly),
  'GET /api/readings/pending': row(adminOnly),
  'GET /api/readings/held': row(adminOnly),
  'POST /api/readings': about('pending', ownOrder, ({ orderId }) => ({ orderId, content: 'The Star' })),
  'PUT /api/readings/:id': about('reading_uploaded', adminOnly, { content: 'The Sun', internalNotes: '' }),
  'PUT /api/readings/:id/approve': about('reading_uploaded', adminOnly),
  'PUT /api/readings/:id/reject': about('reading_uploaded', adminOnly, { revision: 1, comments }),
  'PUT /api/readings/:id/undo-approval': about('approved', adminOnly),
  'GET /api/snippets': row(signedInOnly),
  'POST /api/snippets': row(signedInOnly, aSnippet),
  'PUT /api/snippets/:id': about('snippet', [401, 200, 404, 404], aSnippet),
  'DELETE /api/snippets/:id': about('snippet', [401, 200, 404, 404]),
  'GET /api/readers': row(adminOnly),
  'GET /api/staff': row(adminOnly),
  'POST /api/staff': row(adminOnly, { username: 'nora', password: 'the words of nora', role: 'reader' }),
  'POST /api/staff/:id/invitation': row([401, 403, 403, 409]),
  'PUT /api/staff/:id/active': row(adminOnly, { isActive: true }),
  'PUT /api/staff/:id/password': row(adminOnly, { newPassword }),
  'PUT /api/staff/:id': row(adminOnly, accountForm({ maxOpenOrders: 3 })),
  'DELETE /api/staff/:id/two-factor': row(adminOnly),
  'DELETE /api/staff/:id/sessions/:session': row([401, 403, 403, 404]),
  'PUT /api/admin/password': row(adminOnly, { currentPassword: password, newPassword }),
  'GET /api/account': row(signedInOnly),
  'PUT /api/account': row(signedInOnly, accountForm({ mutedNotices: [] })),
  'PUT /api/account/password': row(signedInOnly, { currentPassword: password, newPassword }),
  'DELETE /api/account/sessions': row(signedInOnly),
  'DELETE /api/account/sessions/:session': row([401, 404, 404, 404]),
  'POST /api/account/two-factor': row(signedInOnly, { currentPassword: password }),
  'PUT /api/account/two-factor': row([401, 409, 409, 409], { code: '123456' }),
  'DELETE /api/account/two-factor': row(signedInOnly, { currentPassword: password }),
  'POST /api/password-reset': row(everybody, { email: 'rita@staff.example' }),
  'POST /api/password-reset/check': row(missing, { token }),
  'POST /api/password-reset/confirm': row(missing, { token, newPassword }),
  'POST /api/test-email': row(everybody, { email: 'me@customers.example' }),
};

/** Returns the first weekday at least `days` days ahead, as `2026-11-27`. */
function weekdayAhead(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  while (date.getUTCDay() % 6 === 0) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, '2026-11-27'.length);
}
