import type { PublishFeedback } from '../../shared/aftercare/feedback.ts';
import type { OrderAftercare } from '../../shared/aftercare/order-aftercare.ts';
import { api, call } from '../api.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';

/** The calls about what customers say after they have ordered. Each may throw an ApiError. */
export interface AftercareCalls {
  read(orderId: string): Promise<OrderAftercare>;
  closeProblem(problemId: string): Promise<unknown>;
  publish(orderId: string, choice: PublishFeedback): Promise<unknown>;
  lift(orderId: string): Promise<unknown>;
  settle(orderId: string, seen: { refundedBefore: number }): Promise<unknown>;
}

const aftercareCalls: AftercareCalls = {
  read: (id) => call(api.orders[':id'].aftercare.$get({ param: { id } })),
  closeProblem: (id) => call(api.problems[':id'].close.$put({ param: { id } })),
  publish: (id, json) => call(api.orders[':id'].feedback.published.$put({ param: { id }, json })),
  lift: (id) => call(api.orders[':id'].withdrawal.lift.$put({ param: { id } })),
  settle: (id, json) => call(api.orders[':id'].withdrawal.settle.$put({ param: { id }, json })),
};

/** What the customer of one order said after they had ordered. */
export interface OrderAftercareDesk {
  readonly known: Fetched<OrderAftercare>;
  /** What things are done to: see `Work`. Each is there for itself: what is done to one keeps nothing from another. */
  readonly subjects: {
    problem(problemId: string): string;
    feedback: string;
    withdrawal: string;
  };
  /** Marks what the customer told as dealt with. */
  closeProblem(problemId: string): Promise<boolean>;
  /** Puts the customer's words on the site, or takes them off. */
  publish(choice: PublishFeedback): Promise<boolean>;
  /** Lets the order go on, since its customer takes the withdrawal back. */
  lift(): Promise<boolean>;
  /**
   * Says that no more of the money goes back, as it was agreed with the customer.
   *
   * @param refundedBefore dollars that had been given back, as the screen says
   */
  settle(refundedBefore: number): Promise<boolean>;
}

/** Keeps no state itself: called again for the same order, it is the same. */
export function createOrderAftercare(
  desk: { work: Work; fetching: Fetching },
  orderId: string,
  calls = aftercareCalls,
): OrderAftercareDesk {
  const { work, fetching } = desk;
  const known = fetching.store(`orders/${orderId}/aftercare`, () => work.watch(calls.read(orderId)));
  const subjects = {
    problem: (id: string) => `problem:${id}`,
    // As the list of what customers say has it (settings/settings.ts): it is done there, too.
    feedback: `aftercare:${orderId}`,
    withdrawal: `withdrawal:${orderId}`,
  };
  const refresh = () => fetching.changed(`orders/${orderId}`, 'feedback');
  const change = (subject: string, name: string, run: () => Promise<unknown>, message: string) =>
    work.perform({ subject, name, run, refresh, failure: { title: 'Not Saved', message } });
  return {
    known,
    subjects,
    closeProblem: (id) =>
      change(subjects.problem(id), 'close', () => calls.closeProblem(id), 'Failed to mark it as resolved'),
    publish: (choice) =>
      change(
        subjects.feedback,
        'publish',
        () => calls.publish(orderId, choice),
        'Failed to change what stands on the site',
      ),
    lift: () =>
      change(subjects.withdrawal, 'lift', () => calls.lift(orderId), 'Failed to let the order go on'),
    settle: (refundedBefore) =>
      change(
        subjects.withdrawal,
        'settle',
        () => calls.settle(orderId, { refundedBefore }),
        'Failed to mark the withdrawal as settled',
      ),
  };
}
