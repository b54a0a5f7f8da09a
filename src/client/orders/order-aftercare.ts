import type { PublishFeedback } from '../../shared/aftercare/feedback.ts';
import { api, call } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';

const aftercareCalls = {
  read: (id: string) => call(api.orders[':id'].aftercare.$get({ param: { id } })),
  closeProblem: (id: string) => call(api.problems[':id'].close.$put({ param: { id } })),
  publish: (id: string, json: PublishFeedback) =>
    call(api.orders[':id'].feedback.published.$put({ param: { id }, json })),
  lift: (id: string) => call(api.orders[':id'].withdrawal.lift.$put({ param: { id } })),
  settle: (id: string, json: { refundedBefore: number }) =>
    call(api.orders[':id'].withdrawal.settle.$put({ param: { id }, json })),
};
export type AftercareCalls = typeof aftercareCalls;
export type OrderAftercareDesk = ReturnType<typeof createOrderAftercare>;

/** What the customer of an order said after ordering. It has no state of its own. */
export function createOrderAftercare(
  { work, fetching }: Pick<DeskBase, 'work' | 'fetching'>,
  orderId: string,
  calls = aftercareCalls,
) {
  const subjects = {
    problem: (id: string) => `problem:${id}`,
    // The same as in settings/settings.ts.
    feedback: `aftercare:${orderId}`,
    withdrawal: `withdrawal:${orderId}`,
  };
  const refresh = () => fetching.changed(`orders/${orderId}`, 'feedback');
  const change = (subject: string, name: string, run: () => Promise<unknown>, message: string) =>
    work.perform({ subject, name, run, refresh, failure: { title: 'Not Saved', message } });
  return {
    known: fetching.store(`orders/${orderId}/aftercare`, () => work.watch(calls.read(orderId))),
    subjects,
    closeProblem: (id: string) =>
      change(subjects.problem(id), 'close', () => calls.closeProblem(id), 'Failed to mark it as resolved'),
    publish: (choice: PublishFeedback) =>
      change(
        subjects.feedback,
        'publish',
        () => calls.publish(orderId, choice),
        'Failed to change what stands on the site',
      ),
    /** Resumes the order: its customer takes the withdrawal back. */
    lift: () =>
      change(subjects.withdrawal, 'lift', () => calls.lift(orderId), 'Failed to let the order go on'),
    /** Records that no more money goes back. @param refundedBefore dollars refunded so far, as shown on the screen */
    settle: (refundedBefore: number) =>
      change(
        subjects.withdrawal,
        'settle',
        () => calls.settle(orderId, { refundedBefore }),
        'Failed to mark the withdrawal as settled',
      ),
  };
}
