import { linksInMail } from '../../shared/aftercare/my-orders.ts';
import { formatCents } from '../../shared/money.ts';
import type { Context } from '../context/context.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { listPaidOrdersOf, type OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal } from '../orders/withdrawal-repository.ts';
import type { MailRow } from '../outbox/outbox-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { formatMoment } from '../time/moment-words.ts';
import { orderNewsOf, siteOf } from './mail-values.ts';
import {
  type RenderedMail,
  renderFeedbackRequest,
  renderOrderLinks,
  renderWithdrawalReceipt,
} from './templates.generated.ts';

export function composeFeedbackRequest(context: Context, order: OrderRow): RenderedMail {
  return renderFeedbackRequest(orderNewsOf(context, order));
}

/** @returns null when the withdrawal was taken back before its receipt left */
export function composeWithdrawalReceipt(context: Context, order: OrderRow): RenderedMail | null {
  const withdrawal = findWithdrawal(context.db, order.id);
  if (!withdrawal) return null;
  return renderWithdrawalReceipt({
    ...orderNewsOf(context, order),
    words: withdrawal.words,
    receivedAt: formatMoment(withdrawal.statedAt, context.config.businessTimeZone),
    amount: formatCents(withdrawal.dueCents),
    paid: withdrawal.dueCents > 0,
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
      words: `Order ${orderNumber}, placed ${formatDay(createdAt, config.businessTimeZone)}`,
      url: createOrderLink(context, id),
    })),
    hasMore: found.length > linksInMail,
  });
}
