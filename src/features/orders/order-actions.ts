import { atom } from 'nanostores';
import { ApiError } from '../../lib/answers.ts';
import { formatAmount, shopMoney } from '../../lib/format.ts';
import type { PublishFeedback } from '../../shared/aftercare/feedback-schema.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import { toMinor } from '../../shared/money.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import { isRefundLost, refundProblem } from '../../shared/orders/money-states.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import type { RefundMade } from '../../shared/orders/refund-schema.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { readAmount, type TypedAmount } from '../../shared/typed-numbers.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';
import type { OrderDetail } from './order-detail.ts';

/** `outdated`: not refunded, as the amounts had changed. `unknown`: maybe refunded; retry with the same amounts. */
export type RefundOutcome = 'made' | 'outdated' | 'unknown' | 'failed';

type OrderId = Pick<Order, 'id'>;

/** Creates the tasks on single orders, with their toasts. A task waits for a different one on the same order. */
export function createOrderActions(desk: DeskBase, detail: OrderDetail) {
  const { api, work, toast, fetching, drafts, ofOrders } = desk;
  const $deletionAsked = atom<Order | null>(null);
  const aftercareOf = ofOrders('aftercare', api.aftercare);
  /** Stripe's data on an order's payment; null if the reading was free. */
  const paymentOf = ofOrders('payment', api.orderPayment);
  const addressDraft = (orderId: string) => drafts.of<{ email: string }>(`address/${orderId}`);

  const changed = ({ id }: OrderId) => fetching.changed(`orders/${id}`);
  /** Waits for other tasks on the order; the second half of a double click does not run. */
  async function change<Answer>(order: OrderId, task: Omit<Task<Answer>, 'subject'>): Promise<boolean> {
    const subject = `order:${order.id}`;
    while ((work.$running.get()[subject] ?? task.name) !== task.name) await work.settled(subject);
    return work.perform({ refresh: () => void changed(order), ...task, subject });
  }
  const take = async (answer: Promise<Order>) => {
    const order = await answer;
    await detail.ofOrder(order.id).put(order);
    return order;
  };

  const restore = (order: Order) =>
    change(order, {
      name: 'restore',
      run: () => api.restoreOrder(order.id),
      failure: { title: 'Restore Failed', message: 'Failed to restore order' },
    });

  /** Keeps its button busy until the customer's feedback and withdrawals have been refetched. */
  const settleAftercare = (order: OrderId, name: string, run: () => Promise<unknown>, message: string) =>
    change(order, {
      name,
      run,
      refresh() {
        void fetching.changed(`orders/${order.id}`, 'feedback');
        return aftercareOf(order.id).refresh();
      },
      failure: { title: 'Not Saved', message },
    });

  return {
    paymentOf,
    mailsOf: ofOrders('mails', api.orderMails),
    newDayOf: ofOrders('new-day', api.newDay),
    aftercareOf,
    addressDraft,
    $deletionAsked,
    askToDelete: (order: Order | null) => $deletionAsked.set(order),
    restore,
    remove: (order: Order) =>
      change(order, {
        name: 'delete',
        run: () => api.deleteOrder(order.id),
        show() {
          if (detail.$openId.get() === order.id) detail.close();
          toast({
            title: 'Order Deleted',
            description: `Order ${order.orderNumber} is no longer listed.`,
            action: { label: 'Undo', run: () => void restore(order) },
          });
        },
        failure: { title: 'Delete Failed', message: 'Failed to delete order' },
      }),
    assign: (order: Order, readerId: string | null) =>
      change(order, {
        name: 'assign',
        run: () => take(api.assignOrder(order.id, readerId)),
        show({ assignedReader }) {
          const isKept = !assignedReader && !order.assignedReader;
          toast({
            title: isKept ? 'Order Stays Unassigned' : 'Order Reassigned',
            description: assignedReader
              ? `${order.orderNumber} is now with ${nameOf(assignedReader)}.`
              : `${order.orderNumber} is unassigned${isKept ? ' until you assign it' : ' now'}.`,
          });
        },
        failure: { title: 'Update Failed', message: 'Failed to reassign order' },
      }),
    acceptPayment: (order: Order) =>
      change(order, {
        name: 'accept',
        run: () => take(api.acceptPayment(order.id)),
        failure: { title: 'Update Failed', message: 'Failed to accept the payment' },
      }),
    /** Releases an order with a doubtful payment, or dismisses a failed refund. */
    clearPayment: (order: Order) =>
      change(order, {
        name: 'clear',
        run: () => take(api.clearPayment(order.id)),
        failure: { title: 'Update Failed', message: 'Failed to resume the order' },
      }),
    /** Amounts in the main unit of the order's currency. @param refundedBefore refunded so far, as shown on the screen */
    async refund(order: Order, amount: number, refundedBefore: number): Promise<RefundOutcome> {
      let outcome: RefundOutcome = 'failed';
      await change(order, {
        name: 'refund',
        run: async () => {
          try {
            const made = await api.refundOrder(order.id, { amount, refundedBefore });
            outcome = 'made';
            toast(refundToast(order, made));
            void changed(order);
          } catch (error) {
            // After a lost connection the rest of the screen stays as it is.
            if (error instanceof ApiError && error.status === 0) void paymentOf(order.id).refresh();
            else void changed(order);
            if (isNothingRefunded(error)) throw error;
            outcome = 'unknown';
            toast(unknownRefundToast(order, amount, error));
          }
        },
        refresh: () => undefined,
        failure: { title: 'Refund Failed', message: 'Failed to refund order' },
        onConflict: () => {
          outcome = 'outdated';
        },
      });
      return outcome;
    },
    /** Promises a later day. @param day as `2026-11-27` */
    sendNewDay: (order: Order, day: string) =>
      change(order, {
        name: 'new-day',
        run: () => api.sendNewDay(order.id, day),
        done: ['New Date Sent', `${order.orderNumber} is now due by ${longDayText(day)}.`],
        failure: { title: 'Not Sent', message: 'Failed to send the new date' },
      }),
    /** Saves the corrected address; the server resends mails that did not arrive. */
    saveAddress: (order: Order, email: string) =>
      change(order, {
        name: 'address',
        run: () => api.correctAddress(order.id, email),
        show: () => addressDraft(order.id).clear(),
        done: ['Address Corrected', `Emails about ${order.orderNumber} now go to ${email}.`],
        failure: { title: 'Update Failed', message: 'Failed to correct the address' },
      }),
    resend: (order: Order, mail: OrderMail) =>
      change(order, {
        name: `resend:${mail.id}`,
        run: () => api.resendMail(mail.id),
        failure: { title: 'Resend Failed', message: 'Failed to send the email again' },
      }),
    publish: (order: OrderId, choice: PublishFeedback) =>
      settleAftercare(
        order,
        'publish',
        () => api.publishFeedback(order.id, choice),
        'Failed to change what is on the site',
      ),
    liftWithdrawal: (order: Order) =>
      settleAftercare(order, 'lift', () => api.liftWithdrawal(order.id), 'Failed to resume the order'),
    /** Records that no more will be refunded. @param refundedBefore dollars refunded so far, as shown */
    settleWithdrawal: (order: Order, refundedBefore: number) =>
      settleAftercare(
        order,
        'settle',
        () => api.settleWithdrawal(order.id, { refundedBefore }),
        'Failed to mark the withdrawal as settled',
      ),
    copyNumber: (
      { orderNumber }: Order,
      copy = async (text: string) => navigator.clipboard.writeText(text),
    ) =>
      work.perform({
        subject: 'order-number',
        name: 'copy',
        run: () => copy(orderNumber),
        done: ['Number Copied', orderNumber],
        failure: {
          title: 'Copy Failed',
          message: `The browser does not allow it. The number is ${orderNumber}.`,
        },
      }),
  };
}

function isNothingRefunded(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isOutcomeUnknown) return false;
  return error.code === 'payment_provider_failed' || (error.status >= 400 && error.status < 500);
}

/** Parses a typed refund; blank, invalid or more than `left` (in the main unit) gives a `problem`. */
export function readTypedRefund(text: string, left: number, currency: string): TypedAmount {
  const typed = readAmount(text, { ...shopMoney(), currency }, refundProblem(null, currency) ?? '');
  if (typed.amountMinor === null) return typed;
  const isTooMuch = typed.amountMinor > (toMinor(left, currency) ?? 0);
  const problem =
    refundProblem(typed.amountMinor, currency) ??
    (isTooMuch ? `At most ${formatAmount(left, currency)} can be refunded.` : null);
  return problem === null ? typed : { amountMinor: null, problem };
}

function refundToast({ orderNumber, currency }: Order, { amount, refundId, refundStatus }: RefundMade) {
  const sum = `${orderNumber}: ${formatAmount(amount, currency)}`;
  const inStripe = `In Stripe: ${refundId}.`;
  if (refundStatus === 'succeeded') {
    return { title: 'Refund Made', description: `${sum} refunded to the card. ${inStripe}` };
  }
  if (!isRefundLost({ status: refundStatus })) {
    const description = `${sum} on its way to the card; it can still fail. ${inStripe}`;
    return { title: 'Refund On Its Way', description };
  }
  const description = `${sum} was not refunded; the money stays with you. ${inStripe}`;
  return { title: 'Refund Failed', description, variant: 'destructive' as const };
}

/** Returns the toast for a refund that may have been made. */
function unknownRefundToast({ orderNumber, currency }: Order, amount: number, error: unknown) {
  const isExplained = error instanceof ApiError && error.isOutcomeUnknown;
  return {
    title: 'Refund Not Confirmed Yet',
    description: isExplained
      ? error.serverMessage
      : `${orderNumber}: no answer came, so we don’t know yet whether ${formatAmount(amount, currency)} was refunded. The figures will show it once they load. Pressing Refund again won’t refund it twice.`,
    variant: 'destructive' as const,
  };
}
