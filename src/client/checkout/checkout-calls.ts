import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout.ts';
import type { PublicSettings } from '../../shared/settings.ts';
import { api, call } from '../api.ts';

/** What a failed payment is reported with. */
export interface FailureReport {
  customerName: string;
  customerEmail: string;
  errorMessage: string;
  paymentIntentId?: string;
}

/** The calls of the checkout (spec/product.md §7). Each may throw an ApiError. */
export interface CheckoutCalls {
  settings(): Promise<PublicSettings>;
  open(): Promise<CheckoutOpened>;
  submit(request: ReadingRequest): Promise<CheckoutSubmitted>;
  confirmPayment(order: { orderId: string; orderNumber: string }): Promise<unknown>;
  reportFailure(report: FailureReport): Promise<unknown>;
}

type PaymentIntentAnswer = CheckoutOpened | CheckoutSubmitted;

/** The checkout's calls over HTTP. One address opens the checkout and takes the filled-in form. */
export const checkoutCalls: CheckoutCalls = {
  settings: () => call(api.settings.$get()),
  open: () => call<PaymentIntentAnswer>(api['create-simple-payment-intent'].$post({ json: {} })),
  async submit(json) {
    const answer = await call<PaymentIntentAnswer>(api['create-simple-payment-intent'].$post({ json }));
    if (!('orderId' in answer)) throw new Error('The order was not accepted. Please try again.');
    return answer;
  },
  confirmPayment: (json) => call(api['confirm-payment'].$post({ json })),
  reportFailure: (json) => call(api['payment-failure'].$post({ json })),
};
