import { readReturnedForm } from '../server/context/returned-forms.ts';
import { askForFeedback } from '../server/feedback/ask-for-feedback.ts';
import { readCustomerOrder } from '../server/order-views/customer-order.ts';
import { createOrderLink } from '../server/orders/order-links.ts';
import { aftercareSettings } from '../server/settings/aftercare-settings.ts';
import { changeSettings } from '../server/settings/change-settings.ts';
import { readWithdrawal } from '../server/withdrawal/state-withdrawal.ts';
import type { OrderAftercare } from '../shared/aftercare/order-aftercare.ts';
import type { ReturnedFormPage } from '../shared/aftercare/returned-form.ts';
import type { AftercareSettings } from '../shared/aftercare/settings.ts';
import type { Alert } from '../shared/alerts.ts';
import { minutes } from '../shared/durations.ts';
import type { OrderStatus } from '../shared/orders/order-status.ts';
import { addSignedIn, browserOf, giveAddress, orderIn } from './builders.ts';
import { goTo, newYork } from './question-shop.ts';
import { createTestApp } from './test-app.ts';

/** A shop with an admin, a reader and an order of theirs, on a Monday at ten in New York; a reading of it was sent. */
export async function createAftercareShop(
  status: OrderStatus = 'approved',
  { env = {}, settings = {} }: { env?: Record<string, string>; settings?: Partial<AftercareSettings> } = {},
) {
  const app = createTestApp({ env: { ...newYork, ...env } });
  goTo(app, '2037-06-01T14:00Z');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  for (const { person } of [admin, rita]) giveAddress(app, person.id);
  const order = await orderIn(app, status, rita.person);
  app.clock.advance(minutes(2));
  await app.sendMail();
  app.mailer.sent.length = 0;
  const token = createOrderLink(app.context, order.orderId).split('/').at(-1) ?? '';
  const browser = async () => browserOf(app, admin.person);
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app
      .visitor({ 'content-type': 'application/x-www-form-urlencoded', ...headers })
      .post(path, new URLSearchParams(fields).toString());
  const change = (changed: Partial<AftercareSettings>) =>
    changeSettings(app.context, admin.person, aftercareSettings, changed);
  await change(settings);
  return {
    app,
    admin,
    rita,
    ...order,
    token,
    browser,
    change,
    post,
    send: (form: 'feedback' | 'problem' | 'withdrawal', fields: Record<string, string> = {}) =>
      post(`/api/order-links/${token}/${form}`, fields),
    /** The page behind the customer's link. */
    page: () => readCustomerOrder(app.context, token),
    withdrawalAt: (location: string | null) => readWithdrawal(app.context, location?.split('/').at(-1) ?? ''),
    returnedAt: (page: ReturnedFormPage, location: string | null) =>
      readReturnedForm(app.context, page, location?.split('/').at(-1) ?? ''),
    aftercare: async () =>
      (await (await browser()).get<OrderAftercare>(`/api/orders/${order.orderId}/aftercare`)).body,
    alerts: async () => (await (await browser()).get<Alert[]>('/api/alerts')).body.map(({ code }) => code),
    /** Lets the worker ask and send. @returns what went to the customer */
    async mailToCustomer() {
      app.mailer.sent.length = 0;
      await askForFeedback(app.context);
      await app.sendMail();
      return app.mailer.sent.filter(({ to }) => to.address === 'maya@customers.example');
    },
  };
}
