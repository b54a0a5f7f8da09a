import { ApiError } from '../../lib/answers.ts';
import type { TextStorage } from '../../lib/page-storage.ts';
import type { showToast } from '../../lib/toasts.ts';
import type { CheckoutCalls } from './checkout-calls.ts';
import type { CheckoutForm } from './checkout-form.ts';
import type { Notices } from './checkout-notices.ts';
import type { CheckoutStateStores, StateDependencies, Terms } from './checkout-state.ts';
import { priceChangeText, priceText } from './checkout-texts.ts';
import { chosenIn, placeProblems } from './form-fields.ts';

/** A sum on the button, in the main unit. */
export interface ShownPrice {
  amount: number;
  currency: string;
}

export interface ShownTermsDependencies {
  shownDay(): string | undefined;
  showDay(day: string): void;
  /** The secret of the customer's delivered order, for an offer to returning customers. */
  after(): string | null;
}

/** What the checkout of a page needs. */
export interface CheckoutDependencies<Provider> extends StateDependencies<Provider>, ShownTermsDependencies {
  calls: CheckoutCalls;
  toast: typeof showToast;
  navigate(path: string): void;
  /** Of the form: see `formPage`. */
  page: string;
  storage: TextStorage;
  device: Pick<Storage, 'removeItem'>;
  origin(): string;
}

/** Keeps price and day on the page those of the chosen add-ons, and shows what the server says of them. */
export function createShownTerms(
  { shownDay, showDay, after }: ShownTermsDependencies,
  { $state, $offer, $price, $discount, quote, choose, fetchTerms, showAmounts }: CheckoutStateStores,
  form: CheckoutForm,
  { tellNews }: Pick<Notices, 'tellNews'>,
) {
  /** @returns what is about no field; empty when all is */
  function showProblems(fields: Record<string, string>): string {
    const { errors, other } = placeProblems($offer.get(), fields);
    form.showErrors(errors);
    return other;
  }

  /** Shows the day of the chosen add-ons. Says at once that a full shop takes no rush order. */
  async function showDayOf(days: number): Promise<void> {
    const terms = await fetchTerms().catch((error: unknown) => {
      if (error instanceof ApiError && error.fields) showProblems(error.fields);
    });
    if (terms && days === quote().days) showDay(terms.promisedDay);
  }

  form.$fields.listen((fields) => {
    const { days: before } = quote();
    void choose(chosenIn(fields, $offer.get()));
    const { days } = quote();
    if (days !== before) void showDayOf(days);
  });

  return {
    showProblems,
    /** Returns what the page says, with the sum that its button said when it was pressed. */
    termsToSend({ amount: shownAmount, currency: shownCurrency }: ShownPrice) {
      const promisedDay = shownDay();
      const { slug } = $offer.get();
      const code = $discount.get()?.code;
      if (!slug && !code) return { promisedDay };
      const offer = slug ?? undefined;
      return { promisedDay, offer, shownAmount, shownCurrency, after: after() ?? undefined, code };
    },
    /** Shows the price of today, and that the button has to be pressed again. @param before what it said */
    async showNewPrice(terms: Pick<Terms, 'amounts' | 'currency'>, before: ShownPrice): Promise<void> {
      const wasFree = $state.get().name === 'free';
      await showAmounts(terms);
      if ($state.get().name === 'error') return;
      const price = $price.get();
      const offer = $offer.get();
      const isNew = price !== before.amount || offer.currency !== before.currency;
      const text = priceChangeText(isNew ? priceText(price, offer) : null, wasFree && price > 0);
      tellNews(isNew ? 'The price has changed' : 'Please press Pay again', text);
    },
  };
}
