import type { OrderWithdrawal } from '../../shared/aftercare/withdrawal.ts';
import type { Context } from '../base/context.ts';
import { isoTime } from '../base/time/moments.ts';
import { requireOrder } from '../orders/find-order.ts';
import { findTermsText } from '../orders/order-repository.ts';
import { listWithdrawals } from '../payments/withdrawal-repository.ts';
import { presentFeedback } from './customer-feedback.ts';
import { findFeedback } from './feedback-repository.ts';

/** Returns an order's feedback, withdrawals (oldest first) and consent (`GET /api/orders/{id}/aftercare`). */
export function readAftercare({ db }: Context, orderId: string) {
  const order = requireOrder(db, orderId);
  const consent = findTermsText(db, order.consentId);
  return {
    feedback: presentFeedback(order, findFeedback(db, orderId)),
    withdrawals: listWithdrawals(db, orderId).map(presentWithdrawal),
    consent:
      consent !== null && order.consentedAt !== null
        ? { words: consent, at: isoTime(order.consentedAt) }
        : null,
  };
}

function presentWithdrawal(row: ReturnType<typeof listWithdrawals>[number]): OrderWithdrawal {
  const { words, statedAt, settledAt, settledBy, liftedAt, liftedBy } = row;
  return {
    words,
    statedAt: isoTime(statedAt),
    settledAt: isoTime(settledAt),
    settledBy,
    liftedAt: isoTime(liftedAt),
    liftedBy,
  };
}
