import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { senderOf } from './mail-values.ts';
import { renderTestEmail } from './templates.generated.ts';

/**
 * Sends a fixed text to an address, at once, to test the mail settings.
 *
 * @param isForAdmin whether the error repeats the mail server's words, which may contain the name of the server or the
 *   account
 * @throws {DomainError} `email_failed`
 */
export async function sendTestMail(context: Context, address: string, isForAdmin: boolean): Promise<void> {
  const messageId = `<${context.random.newId()}@${new URL(context.config.publicUrl).hostname}>`;
  const to = { name: '', address };
  try {
    await context.mailer.send({ messageId, to, ...renderTestEmail(senderOf(context)) });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // Without the recipient's address.
    const words = said.replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
    throw new DomainError('email_failed', 'Could not send test email. Check SMTP configuration.', {
      cause: new Error(words),
      words: isForAdmin ? words : null,
    });
  }
}
