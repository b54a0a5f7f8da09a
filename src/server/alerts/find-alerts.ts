import type { Alert } from '../../shared/alerts.ts';
import { plural } from '../../shared/plural.ts';
import { readIdentity } from '../business/read-business.ts';
import { areCardsTested } from '../card-testing/defence.ts';
import { listOrdersNotGivenUp } from '../checkout/abandon-checkouts.ts';
import { findPlaceholderAddresses } from '../config/placeholder-addresses.ts';
import type { Context } from '../context/context.ts';
import { findPaymentsInVain } from '../payments/find-missed-events.ts';
import { listUnanswered } from '../questions/unanswered-questions.ts';
import { findAftercareAlerts } from './aftercare-alerts.ts';
import {
  countFailedMails,
  countOrdersInPaymentStatus,
  listOrdersWithFailedMail,
} from './alerts-repository.ts';
import { findBackupAlerts } from './backup-alerts.ts';
import { findLateAlert } from './late-alert.ts';
import { findMailAlert } from './mail-alert.ts';
import { findMoneyAlerts, ordersNamed } from './money-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';
import { findStrayAlert } from './stray-alert.ts';
import { listStripeAlerts } from './stripe-alerts.ts';
import { findWaitingAlert } from './waiting-alert.ts';
import { findWebhookAlerts } from './webhook-alerts.ts';

/**
 * @param storageProblem why nothing can be saved; null while it can
 * @returns what the admin should look at; empty when all is well
 */
export function listAlerts(context: Context, storageProblem: string | null = null): Alert[] {
  const { db, proxies } = context;
  const open = listOrdersNotGivenUp(context);
  const inVain = findPaymentsInVain(context);
  const unanswered = listUnanswered(context);
  const unfit = countOrdersInPaymentStatus(db, 'review');
  const failedMails = countFailedMails(db);
  const loss = db.findLoss();
  const alerts: PlainAlert[] = [
    { code: 'database_lost', count: loss === null ? 0 : 1, message: loss ?? '' },
    {
      code: 'storage_failed',
      // The one above says more.
      count: storageProblem !== null && loss === null ? 1 : 0,
      message: `Nothing can be saved: ${storageProblem}. Nobody can order, and mail waits. Make room on the disk of the database, or have the service's user write there; then all goes on by itself.`,
    },
    ...findWebhookAlerts(context),
    {
      code: 'payment_review',
      count: unfit,
      message: plural(
        unfit,
        'A payment does not fit its order. No reader sees this order until you have decided.',
        'Payments do not fit their orders. No reader sees these orders until you have decided.',
      ),
    },
    findStrayAlert(context),
    ...findMoneyAlerts(context),
    findWaitingAlert(context),
    findLateAlert(context),
    {
      code: 'question_unanswered',
      count: unanswered.length,
      orders: unanswered.slice(0, ordersNamed),
      message: plural(
        unanswered.length,
        'A customer was reminded and has not answered what they were asked. Decide: go on without an answer, which lets the clock run again, ask once more, or give the money back.',
        'Customers were reminded and have not answered what they were asked. Decide for each: go on without an answer, which lets the clock run again, ask once more, or give the money back.',
      ),
    },
    ...findAftercareAlerts(context),
    ...findBackupAlerts(context),
    {
      code: 'events_waiting',
      count: inVain.payments.length,
      orders: inVain.orders.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
      message: `Something has happened to ${plural(inVain.payments.length, 'a payment, and Stripe does not tell what, however often it is asked. Look it up there', 'payments, and Stripe does not tell what, however often it is asked. Look them up there')}: ${inVain.payments.slice(0, ordersNamed).join(', ')}.`,
    },
    {
      code: 'payment_open',
      count: open.length,
      orders: open.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
      message: plural(
        open.length,
        'A payment that nobody finished cannot be canceled. Cancel it at Stripe: until then it could still be made, and what this customer gave is not erased.',
        'Payments that nobody finished cannot be canceled. Cancel them at Stripe: until then they could still be made, and what these customers gave is not erased.',
      ),
    },
    {
      code: 'mail_failed',
      count: failedMails,
      orders: listOrdersWithFailedMail(db, ordersNamed),
      message: plural(
        failedMails,
        'A mail could not be delivered. Correct the address or send it again.',
        'Mails could not be delivered. Correct the address or send them again.',
      ),
    },
    ...findAddressAlert(context),
    ...findMailAlert(context),
    ...listStripeAlerts(context),
    {
      code: 'cards_declined',
      count: areCardsTested(context) ? 1 : 0,
      message:
        'Unusually many cards are declined: somebody may be testing stolen cards. New checkouts are paused.',
    },
    {
      code: 'proxy_not_trusted',
      count: proxies.trouble() === 'proxy_not_trusted' ? 1 : 0,
      message:
        'Requests come through a proxy, but TRUSTED_PROXY_HOPS is 0: all visitors count as one, and a limit that one of them reaches stops everybody. Set it to how many proxies are in front, usually 1, and start again.',
    },
    {
      code: 'proxy_silent',
      count: proxies.trouble() === 'proxy_silent' ? 1 : 0,
      message:
        'Visitors pass fewer proxies than TRUSTED_PROXY_HOPS says, so that many of them count as one. Have each proxy add to X-Forwarded-For, let nobody reach this port past them, or correct the number and start again.',
    },
  ];
  return alerts.filter((alert) => alert.count > 0).map((alert) => ({ orders: [], ...alert }));
}

function findAddressAlert({ config, db }: Context): PlainAlert[] {
  const found = findPlaceholderAddresses(config, readIdentity({ config, db }).contactEmail);
  const message = found.map(({ found, advice }) => `${found} ${advice}`).join(' ');
  return [{ code: 'address_unset', count: found.length, message }];
}
