import { map, type ReadableAtom } from 'nanostores';
import { addressProblem, cleanEmail } from '../../shared/email-address.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { BusinessDays } from '../desk/business-days.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { Fetched } from '../fetched.ts';

export type AddressDraft = { email: string };

/** What the kinds of mail are called. */
export const mailKindNames: Record<OrderMail['kind'], string> = {
  order_confirmation: 'Order confirmation',
  reading_delivery: 'Reading',
  customer_question: 'Question',
  question_reminder: 'Reminder of the question',
  feedback_request: 'Feedback request',
  withdrawal_receipt: 'Receipt of the withdrawal',
  refund_made: 'Refund made',
  refund_failed: 'Refund failed',
  dispute_closed: 'Dispute closed',
  new_day: 'New day',
};

/** @returns what became of a mail, as a sentence */
export function mailStateText(
  { state, attempts, nextAttemptAt, sentAt }: OrderMail,
  { happened }: BusinessDays,
): string {
  switch (state) {
    case 'sent':
      return sentAt ? `Accepted by the mail server ${happened(sentAt)}` : 'Sent';
    case 'failed':
      return 'Could not be delivered';
    case 'canceled':
      return 'Taken back before it left';
    case 'queued':
      if (attempts === 0 || !nextAttemptAt) return 'Waiting to leave';
      return `Not accepted yet; it is tried again ${happened(nextAttemptAt)}`;
  }
}

/**
 * @param mails all mails of the order, the oldest first
 * @returns whether it makes sense to send a mail again: it failed, or it is the newest of its kind and was sent
 */
export function canResend(mail: OrderMail, mails: readonly OrderMail[]): boolean {
  if (mail.state === 'failed') return true;
  return mail.state === 'sent' && mails.findLast(({ kind }) => kind === mail.kind)?.id === mail.id;
}

/** The mails of orders: what became of them, and what can be done about it. */
export interface OrderMails {
  ofOrder(orderId: string): Fetched<OrderMail[]>;
  /** The address while it is being corrected; null otherwise. */
  addressDraft(orderId: string): Draft<AddressDraft>;
  /** What is wrong with the corrected address, by order. */
  readonly $addressProblems: ReadableAtom<Readonly<Record<string, string>>>;
  writeAddress(orderId: string, email: string): void;
  cancelAddress(orderId: string): void;
  /** Saves the corrected address; the server sends to it again what did not arrive. */
  saveAddress(order: Order): Promise<boolean>;
  resend(order: Order, mail: OrderMail): Promise<boolean>;
}

export function createOrderMails({ api, fetching, drafts, work, toast }: DeskBase): OrderMails {
  const $addressProblems = map<Record<string, string>>({});

  const ofOrder = (orderId: string) =>
    fetching.store(`orders/${orderId}/mails`, () => work.watch(api.orderMails(orderId)));
  const addressDraft = (orderId: string) => drafts.of<AddressDraft>(`address/${orderId}`);

  function forgetProblem(orderId: string): void {
    const { [orderId]: _gone, ...others } = $addressProblems.get();
    $addressProblems.set(others);
  }

  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  return {
    ofOrder,
    addressDraft,
    $addressProblems,
    writeAddress(orderId, email) {
      addressDraft(orderId).write({ email });
      forgetProblem(orderId);
    },
    cancelAddress(orderId) {
      addressDraft(orderId).clear();
      forgetProblem(orderId);
    },
    async saveAddress(order) {
      const draft = addressDraft(order.id);
      const email = cleanEmail(draft.$fields.get()?.email ?? order.customerEmail);
      const problem = addressProblem('The email address', email);
      if (problem) {
        $addressProblems.setKey(order.id, problem);
        return false;
      }
      return work.perform({
        subject: `mails:${order.id}`,
        name: 'address',
        run: () => api.correctAddress(order.id, email),
        refresh: () => changed(order.id),
        show() {
          draft.clear();
          forgetProblem(order.id);
          toast({
            title: 'Address Corrected',
            description: `Emails about ${order.orderNumber} go to ${email} now.`,
          });
        },
        failure: { title: 'Update Failed', message: 'Failed to correct the address' },
      });
    },
    resend: (order, mail) =>
      work.perform({
        subject: `mails:${order.id}`,
        name: `resend:${mail.id}`,
        run: () => api.resendMail(mail.id),
        refresh: () => changed(order.id),
        failure: { title: 'Resend Failed', message: 'Failed to send the email again' },
      }),
  };
}
