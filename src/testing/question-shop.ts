import { readCustomerOrder } from '../server/order-views/customer-order.ts';
import { createOrderLink } from '../server/orders/order-links.ts';
import { remindCustomers } from '../server/questions/ask-customer.ts';
import { type CalendarSettings, type KnownCalendar, usualCalendar } from '../shared/checkout/calendar.ts';
import type { ErrorBody } from '../shared/errors.ts';
import type { OrderStatus } from '../shared/orders/order-status.ts';
import type { CustomerQuestion } from '../shared/orders/questions.ts';
import type { Role } from '../shared/people/staff.ts';
import { addSignedIn, browserOf, giveAddress, orderIn, storedOrder } from './builders.ts';
import { createTestApp, type TestApp } from './test-app.ts';

type Asked = CustomerQuestion[] & ErrorBody;

export const newYork = { BUSINESS_TIMEZONE: 'America/New_York' };

/** @param time ISO 8601, not before the clock */
export function goTo(app: TestApp, time: string): void {
  app.clock.advance(Date.parse(time) - app.clock.now());
}

/** Signs in again for each call: more days pass here than a session lasts. */
function everSignedIn(app: TestApp, somebody: Awaited<ReturnType<typeof addSignedIn>>) {
  const browser = () => browserOf(app, somebody.person);
  return {
    ...somebody,
    get: async <T>(path: string) => (await browser()).get<T>(path),
    post: async <T>(path: string, body: unknown) => (await browser()).post<T>(path, body),
    put: async <T>(path: string, body?: unknown) => (await browser()).put<T>(path, body),
    delete: async <T>(path: string) => (await browser()).delete<T>(path),
  };
}

/** A shop with an admin, two readers and an order of Rita's, on a Monday at ten in New York: it is due on Thursday. */
export async function createQuestionShop(status: OrderStatus = 'pending', env: Record<string, string> = {}) {
  const app = createTestApp({ env: { ...newYork, ...env } });
  goTo(app, '2037-06-01T14:00Z');
  const join = async (username: string, role: Role) =>
    everSignedIn(app, await addSignedIn(app, username, role));
  const admin = await join('boss', 'admin');
  const rita = await join('rita', 'reader');
  const omar = await join('omar', 'reader');
  for (const { person } of [admin, rita, omar]) giveAddress(app, person.id);
  const order = await orderIn(app, status, rita.person);
  await app.sendMail();
  app.mailer.sent.length = 0;
  const path = `/api/orders/${order.orderId}/questions`;
  const token = createOrderLink(app.context, order.orderId).split('/').at(-1) ?? '';
  type Person = typeof rita;
  return {
    app,
    admin,
    rita,
    omar,
    ...order,
    token,
    ask: (who: Person, question: string) => who.post<Asked>(path, { question }),
    read: (who: Person) => who.get<Asked>(path),
    close: (who: Person, id = '') => who.put<Asked>(`/api/questions/${id}/close`, {}),
    /** The page behind the customer's link. */
    page: () => readCustomerOrder(app.context, token),
    answer: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      app
        .visitor({ 'content-type': 'application/x-www-form-urlencoded', ...headers })
        .post(`/api/order-links/${token}/answer`, new URLSearchParams(fields).toString()),
    setCalendar: (changes: Partial<CalendarSettings>) =>
      admin.put<KnownCalendar>('/api/settings/calendar', { ...usualCalendar, ...changes }),
    dueAt: () => {
      const { dueAt } = storedOrder(app, order.orderId);
      return dueAt === null ? null : new Date(dueAt).toISOString();
    },
    async mailToCustomer() {
      app.mailer.sent.length = 0;
      await remindCustomers(app.context);
      await app.sendMail();
      return app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example');
    },
  };
}
