import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { composeTestMail } from './compose-mail.ts';
import { senderOf } from './mail-values.ts';

/**
 * Sends a fixed text to an address, at once, to test the mail settings.
 *
 * @param isForAdmin whether the error repeats the mail server's words, which may contain the name of the server or the
 *   account
 * @throws {DomainError} `email_failed`
 */
export async function sendTestMail(context: Context, address: string, isForAdmin: boolean): Promise<void> {
  const messageId = `<${context.random.newId()}@${new URL(context.config.publicUrl).hostname}>`;
  try {
    await context.mailer.send({
      messageId,
      to: { name: '', address },
      ...composeTestMail(senderOf(context)),
    });
  } catch (error) {
    const words = wordsOf(error);
    throw new DomainError('email_failed', 'Could not send test email. Check SMTP configuration.', {
      cause: new Error(words),
      words: isForAdmin ? words : null,
    });
  }
}

/** @returns a mail server's words, which tell what is wrong with the settings, without the recipient's address */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/[^\s<>"]+@[^\s<>"]+/g, '…');
}
