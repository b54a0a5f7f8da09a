import { askForFeedback } from '../../src/server/aftercare/customer-feedback.ts';
import { readCustomerOrder } from '../../src/server/aftercare/order-page/customer-order.ts';
import type { readAftercare } from '../../src/server/aftercare/read-aftercare.ts';
import { readFlashedForm } from '../../src/server/base/form-flash.ts';
import { remindCustomers } from '../../src/server/orders/messages/questions.ts';
import { createOrderLink } from '../../src/server/orders/order-links.ts';
import { readWithdrawal } from '../../src/server/payments/withdraw.ts';
import { aftercareSettings, changeSettings } from '../../src/server/shop/change-settings.ts';
import {
  type CalendarSettings,
  defaultCalendar,
  type KnownCalendar,
} from '../../src/shared/checkout/calendar-schema.ts';
import { minutes } from '../../src/shared/durations.ts';
import type { ErrorBody } from '../../src/shared/error-body.ts';
import type { FlashedFormPage } from '../../src/shared/fields.ts';
import type { Alert } from '../../src/shared/ops/alerts.ts';
import type { Message, NewMessage } from '../../src/shared/orders/messages.ts';
import type { OrderStatus } from '../../src/shared/orders/order-status.ts';
import type { Role } from '../../src/shared/people/signed-in-user.ts';
import type { AftercareSettings } from '../../src/shared/shop/shop-settings.ts';
import { addPerson, browserOf, orderIn, setEmail, storedOrder } from './builders.ts';
import { createTestApp, type TestApp } from './test-app.ts';

type Conversation = Message[] & ErrorBody;
type Fields = Record<string, string>;

/** Moves the app's clock forward. @param time ISO 8601 */
export function setTime(app: TestApp, time: string): void {
  app.clock.advance(Date.parse(time) - app.clock.now());
}

/** Signs in again for each call, because more days pass here than a session lasts. */
function join(app: TestApp, username: string, role: Role) {
  const person = addPerson(app, username, role);
  setEmail(app, person.id);
  const browser = () => browserOf(app, person);
  return {
    person,
    get: async <T>(path: string) => (await browser()).get<T>(path),
    post: async <T>(path: string, body?: unknown) => (await browser()).post<T>(path, body),
    put: async <T>(path: string, body?: unknown) => (await browser()).put<T>(path, body),
    delete: async <T>(path: string) => (await browser()).delete<T>(path),
  };
}

/** Creates a shop in New York on a Monday at ten, with an order in this status that is assigned to Rita. */
export async function createDatedShop(
  status: OrderStatus = 'pending',
  { env = {}, settings = {} }: { env?: Fields; settings?: Partial<AftercareSettings> } = {},
) {
  const app = createTestApp({
    env: { BUSINESS_TIMEZONE: 'America/New_York', ...env },
    now: '2037-06-01T14:00Z',
  });
  const admin = join(app, 'boss', 'admin');
  const rita = join(app, 'rita', 'reader');
  const omar = join(app, 'omar', 'reader');
  const order = await orderIn(app, status, rita.person);
  if (status === 'approved') app.clock.advance(minutes(2));
  await app.sendMail();
  app.mailer.sent.length = 0;
  const token = createOrderLink(app.context, order.orderId).split('/').at(-1) ?? '';
  const post = (path: string, fields: Fields, headers: Fields = {}) =>
    app
      .visitor({ 'content-type': 'application/x-www-form-urlencoded', ...headers })
      .post(path, new URLSearchParams(fields).toString());
  const change = (changed: Partial<AftercareSettings>) =>
    changeSettings(app.context, admin.person, aftercareSettings, changed);
  await change(settings);
  const keyIn = (location: string | null) => location?.split('/').at(-1) ?? '';
  type Person = typeof rita;
  const say = (who: Person, message: NewMessage) =>
    who.post<Conversation>(`/api/orders/${order.orderId}/messages`, message);
  return {
    app,
    admin,
    rita,
    omar,
    ...order,
    token,
    post,
    change,
    setCalendar: (changes: Partial<CalendarSettings>) =>
      admin.put<KnownCalendar>('/api/settings/calendar', { ...defaultCalendar, ...changes }),
    ask: (who: Person, text: string) => say(who, { text, kind: 'question' }),
    say,
    read: (who: Person) => who.get<Conversation>(`/api/orders/${order.orderId}/messages`),
    close: (who: Person, id = '') => who.put<Conversation>(`/api/messages/${id}/close`, {}),
    send: (form: 'feedback' | 'withdrawal', fields: Fields = {}) =>
      post(`/api/order-links/${token}/${form}`, fields),
    /** Sends the form of the customer's page. */
    write: (text: string, fields: Fields = {}) =>
      post(`/api/order-links/${token}/messages`, { text, ...fields }),
    page: () => readCustomerOrder(app.context, token),
    withdrawalAt: (location: string | null) => readWithdrawal(app.context, keyIn(location)),
    returnedAt: (page: FlashedFormPage, location: string | null) =>
      readFlashedForm(app.context, page, keyIn(location)),
    aftercare: async () =>
      (await admin.get<ReturnType<typeof readAftercare>>(`/api/orders/${order.orderId}/aftercare`)).body,
    alerts: async () => (await admin.get<Alert[]>('/api/alerts')).body.map(({ code }) => code),
    dueAt: () => {
      const { dueAt } = storedOrder(app, order.orderId);
      return dueAt === null ? null : new Date(dueAt).toISOString();
    },
    /** Runs the jobs that ask and remind, and sends the mail. @returns the mail to the customer */
    async mailToCustomer() {
      app.mailer.sent.length = 0;
      await askForFeedback(app.context);
      await remindCustomers(app.context);
      await app.sendMail();
      return app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example');
    },
  };
}
