import type { Alert } from '../../shared/alerts.ts';
import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import type { ProxyTrouble } from '../context/proxy-watch.ts';
import { listUnanswered } from '../questions/unanswered-questions.ts';
import { findAftercareAlerts } from './aftercare-alerts.ts';
import { countFailedMails, listOrdersWithFailedMail } from './alerts-repository.ts';
import { findBackupAlert } from './backup-alert.ts';
import { findLateAlert } from './late-alert.ts';
import { findMailAlert } from './mail-alert.ts';
import { findMoneyAlerts, ordersNamed } from './money-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';
import { findStrayAlert } from './stray-alert.ts';
import { listStripeAlerts } from './stripe-alerts.ts';
import { findWaitingAlert } from './waiting-alert.ts';
import { findWebhookAlert } from './webhook-alert.ts';

/**
 * @param storageProblem why nothing can be saved; null while it can
 * @returns what the admin has to act on; empty when all is well
 */
export function listAlerts(context: Context, storageProblem: string | null = null): Alert[] {
  const { db } = context;
  const unanswered = listUnanswered(context);
  const failedMails = countFailedMails(db);
  const loss = db.findLoss();
  const alerts: PlainAlert[] = [
    {
      code: 'storage_failed',
      count: loss !== null || storageProblem !== null ? 1 : 0,
      message:
        loss ??
        `Nothing can be saved: ${storageProblem}. Customers can’t order, and mail waits. Free disk space, or let the service’s user write to the database folder. The service then goes on.`,
    },
    findWebhookAlert(context),
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
    findBackupAlert(context),
    {
      code: 'mail_failed',
      count: failedMails,
      orders: listOrdersWithFailedMail(db, ordersNamed),
      message: plural(
        failedMails,
        'An email could not be delivered. Correct the address or send it again.',
        'Emails could not be delivered. Correct the address or send them again.',
      ),
    },
    ...findMailAlert(context),
    ...listStripeAlerts(context),
    findProxyAlert(context),
  ];
  return alerts.filter((alert) => alert.count > 0).map((alert) => ({ orders: [], ...alert }));
}

const proxyWords: Record<ProxyTrouble, string> = {
  proxy_not_trusted:
    'Requests come through a proxy, but TRUSTED_PROXY_HOPS is 0: all visitors count as one, and a limit that one of them reaches stops everybody. Set it to how many proxies are in front, usually 1, and start again.',
  proxy_silent:
    'Visitors pass fewer proxies than TRUSTED_PROXY_HOPS says, so that many of them count as one. Have each proxy add to X-Forwarded-For, close this port to everything else, or correct the number and start again.',
};

function findProxyAlert({ proxies }: Pick<Context, 'proxies'>): PlainAlert {
  const trouble = proxies.trouble();
  return {
    code: 'proxy_mismatch',
    count: trouble === null ? 0 : 1,
    message: trouble === null ? '' : proxyWords[trouble],
  };
}
