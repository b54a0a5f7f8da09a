import { atom, computed } from 'nanostores';
import { ApiError, noAnswerError } from '../../lib/answers.ts';
import type { TextStorage } from '../../lib/page-storage.ts';
import { retriable } from '../../lib/retriable.ts';
import type { showToast } from '../../lib/toasts.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import { endSentence, formatPrice, type MoneyStyle, toMajor, toMinor } from '../../shared/money.ts';
import { chosenAddOns, type Discount, quoteOrder } from '../../shared/offers/quote.ts';
import { type CheckoutCalls, logFailure } from './checkout-calls.ts';
import type { ShownPrice } from './checkout-state.ts';
import {
  type CheckedForm,
  type CheckoutErrors,
  type CheckoutFields,
  chosenAddOnIds,
  emptyFields,
  type FieldName,
  formText,
  placeProblems,
} from './form-fields.ts';

/** The state of the payment provider for this order; `free` needs none. */
export type ProviderState<Provider> =
  | { name: 'loading' }
  | { name: 'error' }
  | { name: 'free' }
  | { name: 'ready'; provider: Provider };

/** The server's current terms, in the main unit: for the offer, then for each chosen add-on. */
interface Terms {
  amounts: number[];
  currency: string;
  promisedDay: string;
}

export type ShownTerms = Pick<Terms, 'amounts' | 'currency'>;

/** The dependencies of a page's checkout. */
export interface OrderFormDependencies<Provider> {
  offer: OrderedOffer;
  calls: CheckoutCalls;
  loadProvider(settings: PublicSettings): Promise<Provider | null>;
  shownDay(): string | undefined;
  showDay(day: string): void;
  /** Shows the business days to delivery in the terms, which the order keeps. */
  showDays(days: number): void;
  /** The secret of the customer's delivered order, for an offer to returning customers. */
  after(): string | null;
  toast: typeof showToast;
  navigate(path: string): void;
  /** Of the form: see `formPage`. */
  page: string;
  storage: TextStorage;
  device: Pick<Storage, 'removeItem'>;
  origin(): string;
}

export type OrderFormStore<Provider> = ReturnType<typeof createOrderForm<Provider>>;

/** Creates the stores of the form, its price, and its payment provider; `start` fetches price and provider. */
export function createOrderForm<Provider>(dependencies: OrderFormDependencies<Provider>) {
  const { offer, calls, loadProvider, shownDay, showDay, showDays, after } = dependencies;
  const $fields = atom<CheckoutFields>(emptyFields);
  const $errors = atom<CheckoutErrors>({});
  const $provider = atom<ProviderState<Provider>>({ name: 'loading' });
  const $hasKey = atom(false);
  /** With the prices shown on the page. */
  const $offer = atom(offer);
  /** The price on the button, in the main unit: nothing else may be charged. */
  const $price = atom(toMajor(offer.priceMinor, offer.currency));
  /** The discount of the applied code. */
  const $discount = atom<Discount | null>(null);
  /** Applies a typed code when the button is pressed; false for an invalid code. */
  const $applyCode = atom(async () => true);
  const isPlain = offer.slug === null;

  const chosen = () => chosenAddOnIds($fields.get(), offer);
  const quote = (addOns = chosen()) =>
    quoteOrder($offer.get(), chosenAddOns($offer.get(), addOns), $discount.get());

  /** Whether anything is chosen or taken off beside the offer. */
  const $hasLines = computed([$fields, $discount], () => quote().lines.length > 1);

  async function start(): Promise<void> {
    $provider.set({ name: 'loading' });
    const settings = calls.settings();
    const [settled, provider] = await Promise.allSettled([
      settings,
      settings.then((known) => (isFree(known) ? null : loadProvider(known))),
    ]);
    const known = settled.status === 'fulfilled' ? settled.value : null;
    const handle = provider.status === 'fulfilled' ? provider.value : null;
    $hasKey.set(known?.publishableKey.startsWith('pk_') ?? false);
    if (known && isPlain) setAmounts([known.price], known.currency);
    if (known && $price.get() === 0) $provider.set({ name: 'free' });
    else if (handle) $provider.set({ name: 'ready', provider: handle });
    else {
      logFailure(provider.status === 'rejected' && provider.reason);
      $provider.set({ name: 'error' });
    }
  }

  /** Returns whether nothing has to be paid. Add-ons may be chosen while the settings are still loading. */
  function isFree({ price }: PublicSettings): boolean {
    if (isPlain) return price === 0;
    return [offer, ...offer.addOns].every(({ priceMinor }) => priceMinor === 0);
  }

  function setAmounts([base = 0, ...others]: number[], currency: string): void {
    const known = $offer.get();
    const addOns = [...known.addOns];
    for (const [place, addOn] of chosenAddOns(known, chosen()).entries()) {
      const priceMinor = toMinor(others[place] ?? Number.NaN, currency) ?? addOn.priceMinor;
      addOns[addOns.indexOf(addOn)] = { ...addOn, priceMinor };
    }
    $offer.set({ ...known, addOns, currency, priceMinor: toMinor(base, currency) ?? 0 });
    setSum();
  }

  function setSum(): void {
    const { amountMinor, currency } = quote();
    $price.set(toMajor(amountMinor, currency));
  }

  /** Shows the payment step if there is something to pay, or hides it. */
  async function followPrice(): Promise<void> {
    const { name } = $provider.get();
    if ($price.get() === 0) {
      if (name !== 'loading') $provider.set({ name: 'free' });
    } else if (name === 'free') await start();
  }

  async function showSum(): Promise<void> {
    setSum();
    await followPrice();
  }

  /** The parameters of `POST /api/quote`. */
  const asked = () => ({ addOns: chosen(), offer: offer.slug ?? undefined });

  /** Fetches the current terms. @throws {ApiError} also when the offer or an add-on is gone */
  async function fetchTerms(): Promise<Terms> {
    if (isPlain) {
      const { price, currency, promisedDay } = await calls.settings();
      return { amounts: [price], currency, promisedDay };
    }
    const { lines, currency, promisedDay } = await calls.quote(asked());
    return { amounts: lines.map(({ amount }) => amount), currency, promisedDay };
  }

  /** Returns the errors about no field; empty if there are none. */
  function showProblems(fields: Record<string, string>): string {
    const { errors, other } = placeProblems($offer.get(), fields);
    $errors.set(errors);
    return other;
  }

  /** Shows the due day with the chosen add-ons. Reports at once that a full shop takes no rush order. */
  async function showDayOf(days: number): Promise<void> {
    const terms = await fetchTerms().catch((error: unknown) => {
      if (error instanceof ApiError && error.fields) showProblems(error.fields);
    });
    if (terms && days === quote().days) showDay(terms.promisedDay);
  }

  /** Checks with the server's own rules (`checkForm`), fetched at first use. @throws {ApiError} without them */
  async function checkFields(fields: CheckoutFields): Promise<CheckedForm> {
    const checkForm = await rules().catch(() => {
      throw noAnswerError('unreachable');
    });
    return checkForm(fields, $offer.get());
  }

  $fields.listen((fields, before = fields) => {
    const known = $offer.get();
    const ids = chosenAddOnIds(before, offer);
    if (ids.join() === chosen().join()) return;
    void showSum();
    const { days } = quote();
    if (days === quoteOrder(known, chosenAddOns(known, ids)).days) return;
    showDays(days);
    void showDayOf(days);
  });

  return {
    $fields,
    $errors,
    $provider,
    $hasKey,
    $offer,
    $price,
    $discount,
    $applyCode,
    $hasLines,
    start,
    quote,
    asked,
    showSum,
    fetchTerms,
    showProblems,
    change(name: FieldName, value: string): void {
      $fields.set({ ...$fields.get(), [name]: value });
      const fixed = name.startsWith('add-on-') ? 'addOns' : name;
      if ($errors.get()[fixed]) {
        const { [fixed]: _fixed, ...others } = $errors.get();
        $errors.set(others);
      }
    },
    adopt(fields: CheckoutFields): void {
      if (formText(fields) !== formText($fields.get())) $fields.set(fields);
    },
    /** Checks the form and the card at once; the card learns whether the form is valid. Shows the errors. */
    async check<Card>(fields: CheckoutFields, checkCard: (isFormRight: Promise<boolean>) => Card) {
      const checking = checkFields(fields);
      const isFormRight = checking.then(
        (checked) => 'request' in checked,
        () => false,
      );
      const [checked, card] = await Promise.all([checking, checkCard(isFormRight)]);
      $errors.set('errors' in checked ? checked.errors : {});
      return [checked, card] as const;
    },
    /** Shows the server's prices; prices not included stay as they are. */
    async showAmounts({ amounts, currency }: ShownTerms): Promise<void> {
      setAmounts(amounts, currency);
      await followPrice();
    },
    /** Returns the page's terms, with the price that the button showed when it was pressed. */
    termsToSend({ amount: shownAmount, currency: shownCurrency }: ShownPrice) {
      const promisedDay = shownDay();
      const code = $discount.get()?.code;
      if (isPlain && !code) return { promisedDay };
      const { offer } = asked();
      return { promisedDay, offer, shownAmount, shownCurrency, after: after() ?? undefined, code };
    },
    /** Returns the price shown on the button. */
    shownPrice(): ShownPrice {
      const { currency } = $offer.get();
      return { amount: $price.get(), currency, isFree: $provider.get().name === 'free' };
    },
    /** Says why the customer must press again: the price has changed, or is the same after all. */
    priceNews(shown: ShownPrice): [title: string, text: string] {
      const known = $offer.get();
      const price = $price.get();
      const isNew = price !== shown.amount || known.currency !== shown.currency;
      const text = [
        isNew
          ? endSentence(`The price is now ${priceText(price, known)}`)
          : 'We had to start your payment over.',
        'You haven’t been charged.',
        shown.isFree && price > 0
          ? 'Please enter your card details and press the button again.'
          : `${isNew ? 'If the new price is okay, press' : 'Press'} the button again.`,
      ];
      return [isNew ? 'The price has changed' : 'Please press Pay again', text.join(' ')];
    },
  };
}

/** Formats a price, 0 too, with its currency's sign: `$60`. @param price in the main unit */
export function priceText(price: number, { currency, locale }: MoneyStyle): string {
  return formatPrice(toMinor(price, currency) ?? 0, currency, locale);
}

const rulesTimeoutMs = 15_000;

// The rules come with a validation library that is not needed before the first submit.
const importRules = retriable(() => import('./form-rules.ts'), 'checkForm');

function rules() {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(noAnswerError('unreachable')), rulesTimeoutMs);
  });
  return Promise.race([importRules(), timeout]);
}

/** Fetches the module that checks the form ahead of time; ignores a failure. */
export function loadRules(): void {
  rules().catch(() => undefined);
}
