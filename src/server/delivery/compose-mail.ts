import { formatCents } from '../../shared/money.ts';
import type { Context } from '../context/context.ts';
import type { OutgoingMail } from '../context/mailer.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { isCustomerMail, isNotice, type MailRow } from '../outbox/outbox-repository.ts';
import { createResetLink } from '../people/credentials/password-reset.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { findReadingOfOrder } from '../readings/reading-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { composeNotice } from './compose-notice.ts';
import {
  type RenderedMail,
  renderOrderConfirmation,
  renderPasswordReset,
  renderReadingDelivery,
  renderTestEmail,
} from './templates.generated.ts';

/**
 * @returns a mail of the outbox as it goes out, from the order and the reading as they are now; null when
 *   there is no reason for it any more
 */
export function composeMail(context: Context, mail: MailRow): OutgoingMail | null {
  if (isNotice(mail)) return composeNotice(context, mail);
  const rendered = render(context, mail);
  if (!rendered) return null;
  return {
    messageId: mail.messageId,
    to: { name: mail.toName, address: mail.toAddress },
    ...rendered,
    opensAccount: mail.kind === 'password_reset',
  };
}

/** @returns the fixed text of the test page's mail */
export function composeTestMail(context: Context): RenderedMail {
  const { siteName, contactEmail } = context.config.site;
  return renderTestEmail({ siteName, contactEmail });
}

/** @returns the mail that delivers a reading */
export function composeDelivery(
  context: Context,
  order: OrderRow,
  reading: string,
  orderUrl: string,
): RenderedMail {
  const { siteName, contactEmail, publicUrl } = context.config.site;
  return renderReadingDelivery({
    siteName,
    contactEmail,
    siteUrl: publicUrl,
    orderUrl,
    addresseeName: order.readingAddresseeName,
    orderNumber: order.orderNumber,
    reading,
  });
}

function render(context: Context, mail: MailRow): RenderedMail | null {
  const { siteName, contactEmail, billingDescriptor, publicUrl } = context.config.site;
  if (mail.kind === 'test_email') return composeTestMail(context);
  if (mail.kind === 'password_reset') return composePasswordReset(context, mail);
  const order = isCustomerMail(mail) ? findOrderEvenDeleted(context.db, mail.orderId) : undefined;
  if (!isCustomerMail(mail) || !order) throw new Error(`mail ${mail.id} belongs to no order`);
  switch (mail.kind) {
    case 'order_confirmation':
      return renderOrderConfirmation({
        siteName,
        contactEmail,
        siteUrl: publicUrl,
        orderUrl: createOrderLink(context, order.id),
        billingDescriptor,
        customerName: order.customerName,
        orderNumber: order.orderNumber,
        amount: formatCents(order.amountCents),
        dueDate: formatDay(order.dueAt ?? order.createdAt, context.config.businessTimeZone),
        paid: order.amountCents > 0,
      });
    case 'reading_delivery': {
      const reading = findReadingOfOrder(context.db, order.id);
      if (!reading || order.status !== 'approved') {
        throw new Error(`order ${order.id} has no approved reading`);
      }
      return composeDelivery(context, order, reading.content, createOrderLink(context, order.id));
    }
  }
}

/** Makes the link when the mail goes out: its life begins there, and only its hash is kept. */
function composePasswordReset(context: Context, mail: MailRow): RenderedMail | null {
  const { siteName, contactEmail, publicUrl } = context.config.site;
  const person = mail.userId ? findUser(context.db, mail.userId) : undefined;
  if (!person?.isActive || person.email !== mail.toAddress) return null;
  return renderPasswordReset({
    siteName,
    contactEmail,
    siteUrl: publicUrl,
    username: person.username,
    resetUrl: createResetLink(context, person.id),
  });
}
