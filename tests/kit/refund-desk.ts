import type { ErrorBody } from '../../src/shared/error-body.ts';
import type { OrderPayment, RefundMade } from '../../src/shared/orders/refund-schema.ts';
import { addSignedIn, linesOf, sendPaymentEvent, storedOrder } from './builders.ts';
import { createTestApp } from './test-app.ts';

/** Creates an admin, and an order of sixty dollars, which `refund` refunds unless told of another. */
export async function createRefundDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId, paymentIntentId } = await app.buy();
  return {
    ...{ app, orderId, paymentIntentId, admin },
    refund: (body: object = {}, id = orderId) =>
      admin.post<RefundMade & ErrorBody>(`/api/orders/${id}/refund`, body),
    payment: async () => (await admin.get<OrderPayment>(`/api/orders/${orderId}/payment`)).body,
    atStripe: () => app.payments.find(paymentIntentId),
    order: () => storedOrder(app, orderId),
    tell: (type: string) => sendPaymentEvent(app, paymentIntentId, type),
    lines: (type: string) => linesOf(app, orderId, type),
  };
}
