import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../random.ts';
import { composeTestMail } from './compose.ts';

/**
 * Sends a fixed text to an address, at once, to see whether mail works.
 *
 * @throws {DomainError} `email_failed`
 */
export async function sendTestMail(context: Context, address: string): Promise<void> {
  const messageId = `<${newId()}@${new URL(context.config.publicUrl).hostname}>`;
  try {
    await context.mailer.send({ messageId, to: { name: '', address }, ...composeTestMail(context) });
  } catch (cause) {
    throw new DomainError('email_failed', 'Could not send test email. Check SMTP configuration.', { cause });
  }
}
