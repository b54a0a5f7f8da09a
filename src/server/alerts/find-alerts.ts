import { Hono } from 'hono';
import type { Alert } from '../../shared/alerts.ts';
import type { Context } from '../context/context.ts';
import type { MailFault } from '../context/mailer.ts';
import type { ProxyTrouble } from '../context/proxy-watch.ts';
import { adviseOnMail } from '../delivery/advise-on-mail.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole } from '../http/guard.ts';
import { withoutPeople } from '../outbox/server-words.ts';
import { findMailInVain } from './alerts-repository.ts';
import { findBackupAlert } from './backup-alert.ts';
import { listOrderAlerts } from './order-alerts.ts';
import { findStrayAlert, findWebhookAlert, listRefusalAlerts, type PlainAlert } from './stripe-alerts.ts';

/**
 * @param storageProblem why nothing can be saved; null while it can
 * @returns what the admin has to act on; empty when all is well
 */
export function listAlerts(context: Context, storageProblem: string | null = null): Alert[] {
  const alerts: (PlainAlert | null)[] = [
    findStorageAlert(context, storageProblem),
    findWebhookAlert(context),
    findStrayAlert(context),
    ...listOrderAlerts(context),
    findBackupAlert(context),
    findMailAlert(context),
    ...listRefusalAlerts(context),
    findProxyAlert(context),
  ];
  return alerts.flatMap((alert) => (alert && alert.count > 0 ? [{ orders: [], ...alert }] : []));
}

export function alertRoutes(context: Context, findStorageProblem: () => Promise<string | null>) {
  return new Hono<HttpEnv>().get('/alerts', requireRole('admin'), async (c) => {
    // One of the alerts is that nothing can be saved.
    c.set('knowsLosses', true);
    return c.json<Alert[]>(listAlerts(context, await findStorageProblem()));
  });
}

function findStorageAlert({ db }: Context, problem: string | null): PlainAlert | null {
  const loss = db.findLoss();
  if (loss === null && problem === null) return null;
  const message =
    loss ??
    `Nothing can be saved: ${problem}. Customers can’t order, and mail waits. Free disk space, or let the service’s user write to the database folder. The service then goes on.`;
  return { code: 'storage_failed', count: 1, message };
}

/** How many failed attempts make a mail worth an alert: the third comes two minutes after it was due. */
const attemptsInVain = 3;

const mailCauses: Record<MailFault, string> = {
  unset: 'there is no mail server',
  name: 'there is no such name as the host in SMTP_URL, or no name server answers',
  certificate: "the mail server's certificate is not trusted",
  tls: 'the mail server does not encrypt as SMTP_URL wants it',
  sign_in: 'the mail server does not accept the name and the password',
  sender: 'the mail server takes nothing from the sender',
  relay: 'the mail server passes nothing on for us',
};

/** @returns an alert for mail that does not leave, to customers or to staff; null when all of it does */
function findMailAlert({ db, mailTrouble }: Context): PlainAlert | null {
  const code = 'mail_refused';
  const ours = mailTrouble();
  const { count, newest } = findMailInVain(db, ours ? 1 : attemptsInVain);
  if (ours) {
    const { fault, words } = ours;
    const message = `No mail leaves: ${mailCauses[fault]}. ${adviseOnMail(fault)} Start again when a setting was changed; what waits is kept and tried again for three days. It says: “${words}”.`;
    return { code, count: Math.max(count, 1), message };
  }
  if (!newest) return null;
  const words = withoutPeople(newest.lastError ?? '', newest);
  const message = `Mail is not accepted. It is kept and tried again for three days; look at SMTP_URL and the mail server. It says: “${words}”.`;
  return { code, count, message };
}

const proxyWords: Record<ProxyTrouble, string> = {
  proxy_not_trusted:
    'Requests come through a proxy, but TRUSTED_PROXY_HOPS is 0: all visitors count as one, and a limit that one of them reaches stops everybody. Set it to how many proxies are in front, usually 1, and start again.',
  proxy_silent:
    'Visitors pass fewer proxies than TRUSTED_PROXY_HOPS says, so that many of them count as one. Have each proxy add to X-Forwarded-For, close this port to everything else, or correct the number and start again.',
};

function findProxyAlert({ proxies }: Context): PlainAlert | null {
  const trouble = proxies.trouble();
  return trouble && { code: 'proxy_mismatch', count: 1, message: proxyWords[trouble] };
}
