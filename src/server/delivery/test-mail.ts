import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { composeTestMail } from './compose-mail.ts';
import { senderOf } from './mail-values.ts';

/**
 * Sends a fixed text to an address, at once, to see whether mail works.
 *
 * @throws {DomainError} `email_failed`
 */
export async function sendTestMail(context: Context, address: string): Promise<void> {
  const messageId = `<${context.random.newId()}@${new URL(context.config.publicUrl).hostname}>`;
  try {
    await context.mailer.send({
      messageId,
      to: { name: '', address },
      ...composeTestMail(senderOf(context)),
    });
  } catch (error) {
    throw new DomainError('email_failed', 'Could not send test email. Check SMTP configuration.', {
      cause: withoutAddresses(error),
    });
  }
}

/** A mail server's words tell what is wrong with the settings; they may repeat the recipient's address. */
function withoutAddresses(error: unknown): Error {
  const words = error instanceof Error ? error.message : String(error);
  return new Error(words.replace(/[^\s<>"]+@[^\s<>"]+/g, '…'));
}
