import { DomainError } from '../../basics/errors.ts';
import type { Clock } from '../../context/clock.ts';
import type { PaymentGateway } from '../../context/payment-gateway.ts';
import { type PaymentTask, type PaymentTrouble, paymentTasks } from '../../context/payment-troubles.ts';
import { ProviderFailure } from '../../context/provider-failure.ts';
import { createRefusalWatch, type RefusalWatch } from '../../context/refusal-watch.ts';

type CallResult = 'answered' | 'refused' | 'failed';

/** Told of every call how it ended: with what was asked for, with a refusal that is about the call, or not at all. */
type Heard = (task: PaymentTask, result: CallResult) => void;

type Watch = RefusalWatch & { heard: (result: CallResult) => void };

/**
 * Watches a gateway. Each kind of call has a watch of its own: otherwise a key that may read but not charge would look
 * fine every few minutes, when the reconciler asks, while no customer could pay.
 *
 * @param heard told of every call how it ended
 * @returns the same gateway, and the refusals that it meets at present
 */
export function watchGateway(
  gateway: PaymentGateway,
  clock: Clock,
  heard: Heard = () => {},
): { gateway: PaymentGateway; troubles: () => PaymentTrouble[] } {
  const createWatch = (task: PaymentTask) => {
    const refusals = createRefusalWatch(clock);
    return { ...refusals, heard: (result: CallResult) => heard(task, result) };
  };
  const watches: Record<PaymentTask, Watch> = {
    opening: createWatch('opening'),
    following: createWatch('following'),
    inspecting: createWatch('inspecting'),
    refunding: createWatch('refunding'),
    events: createWatch('events'),
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
        const failure = watches[task].trouble();
        return failure ? [{ task, failure }] : [];
      }),
  };
}

async function* watchList<T>(refusals: Watch, list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
    refusals.answered();
    refusals.heard('answered');
  } catch (error) {
    note(refusals, error);
    throw error;
  }
}

async function watch<T>(refusals: Watch, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    refusals.answered();
    refusals.heard('answered');
    return answer;
  } catch (error) {
    note(refusals, error);
    throw error;
  }
}

function note(refusals: Watch, error: unknown): void {
  const hasFailed = error instanceof DomainError && error.code === 'payment_provider_failed';
  refusals.heard(hasFailed ? 'failed' : 'refused');
  if (!hasFailed) refusals.answered();
  else if (error.cause instanceof ProviderFailure) refusals.refused(error.cause);
  else refusals.refused(new ProviderFailure('unreachable', error.message, { isAnswered: false }));
}
