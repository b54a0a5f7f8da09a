import { days, minutes } from '../../../shared/durations.ts';
import type { Money } from '../../../shared/money.ts';
import type { Clock } from '../../base/clock.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { PaymentGateway } from '../../base/payment-gateway.ts';
import {
  type PaymentTask,
  type PaymentTrouble,
  ProviderFailure,
  paymentTasks,
} from '../../base/provider-failure.ts';

/** How far apart two refusals must be, without an answer in between, to count as trouble. */
const troubleAfterMs = minutes(2);

/** How long a refusal counts when no other request follows: longer than the reconciler waits. */
const memoryMs = minutes(10);

/** How long a refused sum counts: other sums may be paid during that time. */
const sumMemoryMs = days(1);

/** Wraps a gateway and records, for each kind of call, how long it has been failing: a key may read but not charge. */
export function watchGateway(
  gateway: PaymentGateway,
  clock: Clock,
  onResult: (task: PaymentTask, result: 'answered' | 'refused' | 'failed') => void = () => {},
): { gateway: PaymentGateway; troubles: () => PaymentTrouble[] } {
  const watches = new Map(paymentTasks.map((task) => [task, createRefusalWatch(clock)]));
  let sum: (PaymentTrouble & { refused: { at: number } }) | null = null;

  function noteAnswer(task: PaymentTask): void {
    watches.get(task)?.answered();
    onResult(task, 'answered');
  }
  function noteError(task: PaymentTask, error: unknown): void {
    const watch = watches.get(task);
    const hasFailed = error instanceof DomainError && error.code === 'payment_provider_failed';
    onResult(task, hasFailed ? 'failed' : 'refused');
    if (!hasFailed) watch?.answered();
    else if (error.cause instanceof ProviderFailure) watch?.refused(error.cause);
    else watch?.refused(new ProviderFailure('unreachable', error.message, { isAnswered: false }));
  }
  async function watch<T>(task: PaymentTask, request: () => Promise<T>): Promise<T> {
    try {
      const answer = await request();
      noteAnswer(task);
      return answer;
    } catch (error) {
      noteError(task, error);
      throw error;
    }
  }
  async function watchSum<T>(
    task: PaymentTask,
    { amountMinor, currency }: Money,
    request: () => Promise<T>,
  ): Promise<T> {
    try {
      return await watch(task, request);
    } catch (error) {
      if (
        error instanceof DomainError &&
        error.cause instanceof ProviderFailure &&
        error.code === 'amount_conflict'
      ) {
        const refused = { amountMinor, currency, at: clock.now() };
        sum = { task: 'opening', failure: error.cause, refused };
      }
      throw error;
    }
  }
  async function* watchList<T>(task: PaymentTask, list: AsyncIterable<T>): AsyncIterable<T> {
    try {
      yield* list;
      noteAnswer(task);
    } catch (error) {
      noteError(task, error);
      throw error;
    }
  }

  return {
    gateway: {
      ...gateway,
      openPayment: (input) => watchSum('opening', input, () => gateway.openPayment(input)),
      findPayment: (id, scope) =>
        watch(scope === 'everything' ? 'inspecting' : 'following', () => gateway.findPayment(id, scope)),
      findPaymentId: (chargeId) => watch('following', () => gateway.findPaymentId(chargeId)),
      attachOrder: (id, order) => watch('following', () => gateway.attachOrder(id, order)),
      changeAmount: (id, money) => watchSum('following', money, () => gateway.changeAmount(id, money)),
      cancelPayment: (id) => watch('following', () => gateway.cancelPayment(id)),
      refundPayment: (input) => watch('refunding', () => gateway.refundPayment(input)),
      listPayments: (since) => watchList('following', gateway.listPayments(since)),
      listEvents: (since) => watchList('events', gateway.listEvents(since)),
    },
    troubles: () => {
      const troubles: PaymentTrouble[] = paymentTasks.flatMap((task) => {
        const failure = watches.get(task)?.trouble();
        return failure ? [{ task, failure }] : [];
      });
      return sum && clock.now() - sum.refused.at <= sumMemoryMs ? [...troubles, sum] : troubles;
    },
  };
}

/** Notices when an external server has refused for a few minutes, or for a reason that will not go away. */
function createRefusalWatch(clock: Clock) {
  let since: number | null = null;
  let certain: ProviderFailure | null = null;
  let last: { at: number; failure: ProviderFailure } | null = null;
  return {
    answered(): void {
      since = null;
      certain = null;
    },
    refused(failure: ProviderFailure): void {
      last = { at: clock.now(), failure };
      since ??= last.at;
      if (failure.isCertain) certain = failure;
    },
    /** Returns a refusal for a lasting reason until the next answer, and any other after some minutes. */
    trouble(): ProviderFailure | null {
      if (since === null || last === null) return null;
      if (certain) return certain;
      const isRecent = clock.now() - last.at <= memoryMs;
      return isRecent && last.at - since >= troubleAfterMs ? last.failure : null;
    },
  };
}
