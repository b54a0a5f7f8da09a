import { Hono } from 'hono';
import { days } from '../../shared/durations.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { describeBackupFailure } from '../../shared/ops/backup-schema.ts';
import type { Today } from '../../shared/ops/today.ts';
import { findPlaceholderAddresses } from '../base/config/placeholder-addresses.ts';
import type { Context } from '../base/context.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { type MailFault, withoutPeople } from '../base/mailer.ts';
import { mailAdvice } from '../mail/smtp-failure.ts';
import { readFailedBackup, readLastBackup } from '../shop/facts-repository.ts';
import { readIdentity } from '../shop/read-business.ts';
import { findFailingMail } from './alerts-repository.ts';
import { type BackupProblem, findBackupProblems } from './backups/backup-problems.ts';
import { hasConfirmedOrder, readFirstAccountTime } from './backups/backup-repository.ts';
import { readBackupSettings, readBackupSettingsTime } from './backups/backup-settings.ts';
import { listOrderAlerts } from './order-alerts.ts';
import {
  findStrayAlert,
  findWebhookAlert,
  listRefusalAlerts,
  type PlainAlert,
  type Troubles,
} from './stripe-alerts.ts';
import { readToday } from './today.ts';

/** Lists what needs an admin now, in the order shown. `troubles` and `storageProblem` are what the service noticed. */
export function listAlerts(
  context: Context,
  troubles: Troubles,
  storageProblem: string | null = null,
): Alert[] {
  const alerts: (PlainAlert | null)[] = [
    findStorageAlert(context, storageProblem),
    findWebhookAlert(context, troubles),
    findStrayAlert(context),
    ...listOrderAlerts(context),
    findBackupAlert(context),
    findMailAlert(context, troubles),
    findPlaceholderAlert(context),
    ...listRefusalAlerts(context, troubles),
  ];
  return alerts.flatMap((alert) => (alert && alert.count > 0 ? [{ orders: [], ...alert }] : []));
}

export function alertRoutes(
  context: Context,
  troubles: Troubles,
  findStorageProblem: () => Promise<string | null>,
) {
  const admin = requireRole('admin');
  const alerts = async () => listAlerts(context, troubles, await findStorageProblem());
  return new Hono<HttpEnv>()
    .get('/alerts', admin, async (c) => c.json<Alert[]>(await alerts()))
    .get('/today', admin, async (c) => {
      return c.json<Today>(readToday(context, requireSignedIn(c).user, await alerts()));
    });
}

function findStorageAlert({ db }: Context, problem: string | null): PlainAlert | null {
  const loss = db.findLoss();
  if (loss === null && problem === null) return null;
  const message =
    loss ??
    `Nothing can be saved: ${problem}. Customers can’t order, and mail waits. Free disk space, or let the service’s user write to the database folder. The service then continues.`;
  return { code: 'storage_failed', count: 1, message };
}

/** How many failed attempts make a mail worth an alert: the third comes two minutes after it was due. */
const attemptsBeforeAlert = 3;

const mailCauses: Record<MailFault, string> = {
  unset: 'there is no mail server',
  name: 'the host name in SMTP_URL does not exist, or no DNS server answers',
  certificate: "the mail server's certificate is not trusted",
  tls: 'the mail server does not offer the encryption that SMTP_URL asks for',
  sign_in: 'the mail server does not accept the user name and password',
  sender: 'the mail server does not accept the sender',
  relay: 'the mail server does not relay our mail',
};

function findMailAlert({ db }: Context, troubles: Troubles): PlainAlert | null {
  const code = 'mail_failed';
  const ours = troubles.mail();
  const { count, newest } = findFailingMail(db, ours ? 1 : attemptsBeforeAlert);
  if (ours) {
    const { fault, words } = ours;
    const message = `No mail is going out: ${mailCauses[fault]}. ${mailAdvice[fault]} Restart after changing a setting; waiting mail is kept and tried again for three days. It says: “${words}”.`;
    return { code, count: Math.max(count, 1), message };
  }
  if (!newest) return null;
  const words = withoutPeople(newest.lastError ?? '', newest);
  const message = `The mail server keeps refusing mail. It is kept and tried again for three days; check SMTP_URL and the mail server. It says: “${words}”.`;
  return { code, count, message };
}

/** Answers, mail or links go to addresses of the instructions, while customers come. */
function findPlaceholderAlert(context: Context): PlainAlert {
  const placeholders = findPlaceholderAddresses(context.config, readIdentity(context).contactEmail);
  const message = placeholders.map(({ found, advice }) => `${found} ${advice}`).join(' ');
  return { code: 'mail_failed', count: Math.min(placeholders.length, 1), message };
}

/** Backups that are too old are an alert only where they are automatic, or in a real shop. */
function findBackupAlert(context: Pick<Context, 'clock' | 'config' | 'db'>): PlainAlert {
  const { db, clock } = context;
  const settings = readBackupSettings(db);
  const last = readLastBackup(db);
  const failed = readFailedBackup(db);
  // A trial whose backups were on from the start is not told that there is none yet.
  const settingsSince = readBackupSettingsTime(db) ?? (isRealShop(context) ? readFirstAccountTime(db) : null);
  const troubles = findBackupProblems({ settings, settingsSince, last, failed, now: clock.now() });
  const isThere = (...some: BackupProblem[]) => some.some((trouble) => troubles.includes(trouble));
  const byThemselves = {
    missing: 'Backups are on, but none has been made yet. Check the log for the reason.',
    old: 'The last backup is older than it should be. Check the log for the reason.',
  };
  const byHand = {
    missing:
      'No backup has been made yet. Turn backups on in Settings, Backups & health, and keep copies on another machine as well.',
    old: 'The last backup is more than two weeks old. Turn backups on in Settings, Backups & health, or make one now.',
  };
  const code = 'backup_failed';
  const failure = describeBackupFailure(last, isThere('failed') ? failed : null);
  if (failure !== null) return { code, count: 1, message: failure };
  return {
    code,
    count: isThere('missing', 'old') && (settings.isOn || isRealShop(context)) ? 1 : 0,
    message: (settings.isOn ? byThemselves : byHand)[isThere('missing') ? 'missing' : 'old'],
  };
}

/** Whether the shop takes real money and is past its first weekend: a trial needs no backup. */
function isRealShop({ db, clock, config }: Pick<Context, 'clock' | 'config' | 'db'>): boolean {
  if (config.stripe.mode !== 'live') return false;
  const since = readFirstAccountTime(db);
  return since !== null && clock.now() - since > days(3) && hasConfirmedOrder(db);
}
