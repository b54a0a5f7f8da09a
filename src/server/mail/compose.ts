import { formatCents } from '../../shared/money.ts';
import { formatDay } from '../business-days.ts';
import type { Context } from '../context.ts';
import { createOrderLink } from '../orders/customer-service.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/repository.ts';
import { findReadingOfOrder } from '../readings/repository.ts';
import { composeNotice } from './compose-notice.ts';
import type { OutgoingMail } from './mailer.ts';
import { isNotice, type MailRow } from './outbox-repository.ts';
import {
  type RenderedMail,
  renderOrderConfirmation,
  renderReadingDelivery,
  renderTestEmail,
} from './templates.generated.ts';

/**
 * @returns a mail of the outbox as it goes out, from the order and the reading as they are now; null for a
 *   notice that says nothing any more
 */
export function composeMail(context: Context, mail: MailRow): OutgoingMail | null {
  if (isNotice(mail)) return composeNotice(context, mail);
  return {
    messageId: mail.messageId,
    to: { name: mail.toName, address: mail.toAddress },
    ...render(context, mail),
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

function render(context: Context, mail: MailRow): RenderedMail {
  const { siteName, contactEmail, billingDescriptor, publicUrl } = context.config.site;
  const site = { siteName, contactEmail, siteUrl: publicUrl };
  if (mail.kind === 'test_email') return composeTestMail(context);
  const order = mail.orderId ? findOrderEvenDeleted(context.db, mail.orderId) : undefined;
  if (!order) throw new Error(`mail ${mail.id} belongs to no order`);
  if (mail.kind === 'order_confirmation') {
    return renderOrderConfirmation({
      ...site,
      orderUrl: createOrderLink(context, order.id),
      billingDescriptor,
      customerName: order.customerName,
      orderNumber: order.orderNumber,
      amount: formatCents(order.amountCents),
      dueDate: formatDay(order.dueAt ?? order.createdAt, context.config.businessTimeZone),
      paid: order.amountCents > 0,
    });
  }
  const reading = findReadingOfOrder(context.db, order.id);
  if (!reading || order.status !== 'approved') throw new Error(`order ${order.id} has no approved reading`);
  return composeDelivery(context, order, reading.content, createOrderLink(context, order.id));
}
