import { DomainError } from '../../basics/errors.ts';
import type { Clock } from '../../context/clock.ts';
import type { PaymentGateway } from '../../context/payment-gateway.ts';
import { type PaymentTask, type PaymentTrouble, paymentTasks } from '../../context/payment-troubles.ts';
import { ProviderFailure } from '../../context/provider-failure.ts';
import { createRefusalWatch, type RefusalWatch } from '../../context/refusal-watch.ts';

/**
 * Watches a gateway. Each kind of call has a watch of its own: a key that may read and not charge would be
 * answered every few minutes, when the reconciler asks, and still nobody could pay.
 *
 * @returns the same gateway, and what it is refused at present
 */
export function watchGateway(
  gateway: PaymentGateway,
  clock: Clock,
): { gateway: PaymentGateway; troubles: () => PaymentTrouble[] } {
  const watches: Record<PaymentTask, RefusalWatch> = {
    opening: createRefusalWatch(clock),
    following: createRefusalWatch(clock),
    inspecting: createRefusalWatch(clock),
    refunding: createRefusalWatch(clock),
    events: createRefusalWatch(clock),
  };
  const { opening, following, inspecting, refunding, events } = watches;
  const watched = {
    ...gateway,
    openPayment: (input) => watch(opening, () => gateway.openPayment(input)),
    findPayment: (id, scope) =>
      watch(scope === 'everything' ? inspecting : following, () => gateway.findPayment(id, scope)),
    findPaymentId: (chargeId) => watch(following, () => gateway.findPaymentId(chargeId)),
    attachOrder: (id, order) => watch(following, () => gateway.attachOrder(id, order)),
    changeAmount: (id, amountCents) => watch(following, () => gateway.changeAmount(id, amountCents)),
    cancelPayment: (id) => watch(following, () => gateway.cancelPayment(id)),
    refundPayment: (input) => watch(refunding, () => gateway.refundPayment(input)),
    listPayments: (since) => watchList(following, gateway.listPayments(since)),
    listEvents: (since) => watchList(events, gateway.listEvents(since)),
  } satisfies PaymentGateway;
  return {
    gateway: watched,
    troubles: () =>
      paymentTasks.flatMap((task) => {
        const refusal = watches[task].trouble();
        return refusal ? [{ task, ...refusal }] : [];
      }),
  };
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

function note(refusals: RefusalWatch, error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'payment_provider_failed') refusals.answered();
  else if (error.cause instanceof ProviderFailure) refusals.refused(error.cause);
  else refusals.refused(new ProviderFailure('unreachable', error.message, { isAnswered: false }));
}
