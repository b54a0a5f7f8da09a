import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout/checkout.ts';
import type { ConfirmedStatus } from '../../shared/checkout/payment.ts';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import { api, call, repeated } from '../api.ts';

/** What a failed payment is reported with. */
export interface FailureReport {
  customerName: string;
  customerEmail: string;
  errorMessage: string;
  paymentIntentId?: string;
}

/** The calls of the checkout (docs/product.md §11). Each may throw an ApiError. */
export interface CheckoutCalls {
  settings(): Promise<PublicSettings>;
  open(): Promise<CheckoutOpened>;
  submit(request: ReadingRequest): Promise<CheckoutSubmitted>;
  /** Asks what our server, and through it the provider, knows of the payment. */
  confirmPayment(order: { orderId: string; orderNumber: string }): Promise<{ status: ConfirmedStatus }>;
  reportFailure(report: FailureReport): Promise<unknown>;
}

type PaymentIntentAnswer = CheckoutOpened | CheckoutSubmitted;

/**
 * The checkout's calls over HTTP. One address opens the checkout and takes the filled-in form. All but the
 * report may be repeated without harm, and are when there was no answer.
 */
export const checkoutCalls: CheckoutCalls = {
  settings: () => repeated(() => call(api.settings.$get())),
  open: () =>
    repeated(() => call<PaymentIntentAnswer>(api['create-simple-payment-intent'].$post({ json: {} }))),
  async submit(json) {
    const answer = await repeated(() =>
      call<PaymentIntentAnswer>(api['create-simple-payment-intent'].$post({ json })),
    );
    if (!('orderId' in answer)) throw new Error('We couldn’t place your order. Please try again.');
    return answer;
  },
  confirmPayment: (json) => repeated(() => call(api['confirm-payment'].$post({ json }))),
  reportFailure: (json) => call(api['payment-failure'].$post({ json })),
};
