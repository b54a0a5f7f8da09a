import { linksInMail } from '../../shared/aftercare/my-orders.ts';
import { formatCents } from '../../shared/money.ts';
import { readIdentity } from '../business/read-business.ts';
import type { Context } from '../context/context.ts';
import { listPaidOrdersOf } from '../orders/address-repository.ts';
import { createOrderLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal } from '../orders/withdrawal-repository.ts';
import type { MailRow } from '../outbox/outbox-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { formatMoment } from '../time/moment-words.ts';
import {
  type RenderedMail,
  renderFeedbackRequest,
  renderOrderLinks,
  renderWithdrawalReceipt,
} from './templates.generated.ts';

export function composeFeedbackRequest(context: Context, order: OrderRow): RenderedMail {
  return renderFeedbackRequest({
    ...siteOf(context),
    orderUrl: createOrderLink(context, order.id),
    orderNumber: order.orderNumber,
    customerName: order.customerName,
  });
}

/** @returns null when the withdrawal was taken back before its receipt left */
export function composeWithdrawalReceipt(context: Context, order: OrderRow): RenderedMail | null {
  const withdrawal = findWithdrawal(context.db, order.id);
  if (!withdrawal) return null;
  return renderWithdrawalReceipt({
    ...siteOf(context),
    orderUrl: createOrderLink(context, order.id),
    orderNumber: order.orderNumber,
    customerName: order.customerName,
    words: withdrawal.words,
    receivedAt: formatMoment(withdrawal.statedAt, context.config.businessTimeZone),
    amount: formatCents(order.amountCents - order.refundedCents),
    paid: order.amountCents > 0,
  });
}

/** Makes the links when the mail goes out. @returns null when the address has no order any more */
export function composeOrderLinks(context: Context, mail: MailRow): RenderedMail | null {
  const { db, config } = context;
  const found = listPaidOrdersOf(db, mail.toAddress, linksInMail + 1);
  if (found.length === 0) return null;
  return renderOrderLinks({
    ...siteOf(context),
    links: found.slice(0, linksInMail).map(({ id, orderNumber, createdAt }) => ({
      words: `Order ${orderNumber} of ${formatDay(createdAt, config.businessTimeZone)}`,
      url: createOrderLink(context, id),
    })),
    hasMore: found.length > linksInMail,
  });
}

function siteOf(context: Context) {
  const { siteName, contactEmail } = readIdentity(context);
  return { siteName, contactEmail, siteUrl: context.config.publicUrl };
}
