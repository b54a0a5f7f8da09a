import { DomainError } from '../../basics/errors.ts';
import type { Clock } from '../../context/clock.ts';
import type { PaymentGateway } from '../../context/payment-gateway.ts';
import { createRefusalWatch, type Refusal, type RefusalWatch } from '../../context/refusal-watch.ts';

/**
 * Watches a gateway. New payments have a watch of their own: a key that may read and not charge would be
 * answered every few minutes, when the reconciler asks, and still nobody could pay.
 *
 * @returns the same gateway, and what has been wrong with it for some minutes
 */
export function watchGateway(
  gateway: PaymentGateway,
  clock: Clock,
): { gateway: PaymentGateway; trouble: () => Refusal | null } {
  const opening = createRefusalWatch(clock);
  const others = createRefusalWatch(clock);
  const watched = {
    ...gateway,
    openPayment: (input) => watch(opening, () => gateway.openPayment(input)),
    findPayment: (id, scope) => watch(others, () => gateway.findPayment(id, scope)),
    findPaymentId: (chargeId) => watch(others, () => gateway.findPaymentId(chargeId)),
    attachOrder: (id, order) => watch(others, () => gateway.attachOrder(id, order)),
    changeAmount: (id, amountCents) => watch(others, () => gateway.changeAmount(id, amountCents)),
    cancelPayment: (id) => watch(others, () => gateway.cancelPayment(id)),
    refundPayment: (input) => watch(others, () => gateway.refundPayment(input)),
    listPayments: (since) => watchList(others, gateway.listPayments(since)),
    listEvents: (since) => watchList(others, gateway.listEvents(since)),
  } satisfies PaymentGateway;
  return { gateway: watched, trouble: () => opening.trouble() ?? others.trouble() };
}

async function watch<T>(refusals: RefusalWatch, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    refusals.answered();
    return answer;
  } catch (error) {
    note(refusals, error);
    throw error;
  }
}

async function* watchList<T>(refusals: RefusalWatch, list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
    refusals.answered();
  } catch (error) {
    note(refusals, error);
    throw error;
  }
}

function note(refusals: RefusalWatch, error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'payment_provider_failed') refusals.answered();
  else refusals.refused(error.cause instanceof Error ? error.cause.message : error.message);
}
