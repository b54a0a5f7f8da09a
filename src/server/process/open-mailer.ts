import { messageOf } from '../../../db/files.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import type { BusinessIdentity } from '../../shared/business.ts';
import type { Config } from '../config/config.ts';
import { type Mailer, MailRejected } from '../context/mailer.ts';
import { StartFailed } from './fail-start.ts';

/**
 * SMTP, else the sandbox's mailbox; with neither the mail waits in the outbox until there is SMTP.
 *
 * @param identity who the business is when a mail goes out
 */
export async function openMailer(
  config: Config,
  sandbox: Sandbox | null,
  identity: () => BusinessIdentity,
): Promise<Mailer> {
  if (config.smtp) {
    // The sandbox's mailbox needs nothing of it.
    const { createSmtpMailer } = await import('../delivery/smtp-mailer.ts');
    try {
      return createSmtpMailer({ ...config.smtp, replyTo: () => identity().contactEmail });
    } catch (error) {
      throw new StartFailed(`SMTP_URL or MAIL_FROM cannot be used: ${messageOf(error)}`);
    }
  }
  return {
    async send(mail) {
      if (!sandbox) {
        throw new MailRejected('No mail server is configured: set SMTP_URL.', {
          isPermanent: false,
          fault: 'unset',
        });
      }
      // Every admin can read the sandbox's mail, in production too.
      if (config.isProduction && mail.opensAccount) {
        throw new MailRejected('In production the sandbox keeps no mail that opens an account.', {
          isPermanent: true,
        });
      }
      const { siteName, contactEmail } = identity();
      const from = `${siteName} <${contactEmail}>`;
      return { response: `kept in the sandbox as ${sandbox.acceptMail({ ...mail, from }).id}` };
    },
    close: () => {},
  };
}
