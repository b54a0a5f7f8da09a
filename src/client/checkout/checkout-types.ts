import type { ReadableAtom } from 'nanostores';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import type { TextStorage } from '../toast-handover.ts';
import type { showToast } from '../toasts.ts';
import type { CheckoutCalls } from './checkout-calls.ts';
import type { CheckoutForm } from './checkout-form.ts';
import type { CheckoutNotice } from './checkout-words.ts';
import type { CheckedForm, CheckoutFields } from './form-fields.ts';
import type { Forgetting } from './kept-form.ts';
import type { PaymentForm } from './payment-form.ts';

/** What the checkout is made of; the page gives the genuine parts, tests their own. */
export interface CheckoutDependencies<Provider> {
  /** Dollars: what the page says, until the settings have loaded (docs/product.md §4). */
  price: number;
  calls: CheckoutCalls;
  /** Loads the payment provider's library; null when it is not available. */
  loadProvider(settings: PublicSettings): Promise<Provider | null>;
  checkFields(fields: CheckoutFields): Promise<CheckedForm>;
  /** @returns the day that the page around the form promises */
  shownDay(): string | undefined;
  /** Has the page promise another day. */
  sayDay(day: string): Promise<void>;
  toast: typeof showToast;
  navigate(path: string): void;
  storage: TextStorage;
  /** Where a draft of the form outlives its tab. */
  device: Forgetting;
  /** The page's origin, for the address the provider returns to. */
  origin(): string;
}

/** What the payment needs and whether it is there (docs/product.md §2). */
export interface PaymentChecks {
  clientSecret: boolean;
  provider: boolean;
  keyPrefix: boolean;
}

export type CheckoutState<Provider> =
  | { name: 'loading' }
  | { name: 'error'; checks: PaymentChecks }
  | { name: 'free' }
  | { name: 'ready'; provider: Provider };

export interface Checkout<Provider> {
  readonly form: CheckoutForm;
  readonly $state: ReadableAtom<CheckoutState<Provider>>;
  /** What is missing since our server made no payment; it stands in place of the payment step. */
  readonly $missing: ReadableAtom<PaymentChecks | null>;
  /** Dollars: what the button says, and all that may be charged. */
  readonly $price: ReadableAtom<number>;
  readonly $isProcessing: ReadableAtom<boolean>;
  readonly $notice: ReadableAtom<CheckoutNotice | null>;
  /** Loads what the page needs. Our server hears of a payment only when the form is begun. */
  start(): Promise<void>;
  /** Called when the customer begins to fill in the form, not when a draft does: our server makes the payment. */
  begin(): void;
  /** Has our server make the payment once more, after it failed to. */
  openAgain(): Promise<void>;
  /** @param payment the form on the page; null when the reading is free */
  submit(payment: PaymentForm | null): Promise<void>;
  /** The question cannot be shown: the next press has it asked again, for the server refuses the form without an answer. */
  askLater(): void;
  /** Answers the question: this is another reading, and it is ordered. */
  orderAnother(payment: PaymentForm | null): Promise<void>;
  /** Answers the question: the customer wants to see the paid order. */
  showOrder(): void;
  /** Asks what became of a payment that takes long. */
  lookAgain(payment: PaymentForm | null): Promise<void>;
}
