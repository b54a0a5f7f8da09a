import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { createMessageId } from '../mail/outbox-repository.ts';
import { renderTestEmail } from '../mail/templates.generated.ts';
import { readSender } from '../shop/read-business.ts';

/** Sends a test mail at once. @throws {DomainError} `email_failed`; `words` has the server's answer if `isForAdmin` */
export async function sendTestMail(context: Context, address: string, isForAdmin: boolean): Promise<void> {
  const to = { name: '', address };
  try {
    await context.mailer.send({
      messageId: createMessageId(context),
      to,
      ...renderTestEmail(readSender(context)),
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const words = said.replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
    throw new DomainError('email_failed', 'Could not send test email. Check SMTP configuration.', {
      cause: new Error(words),
      words: isForAdmin ? words : null,
    });
  }
}
