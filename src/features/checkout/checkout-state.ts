import { atom, computed } from 'nanostores';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import { toMajor, toMinor } from '../../shared/money.ts';
import { chosenAddOns, type Discount, quoteOrder } from '../../shared/offers/quote.ts';
import { type CheckoutCalls, logFailure } from './checkout-calls.ts';

export interface PaymentChecks {
  clientSecret: boolean;
  provider: boolean;
  keyPrefix: boolean;
}

export type CheckoutState<Provider> =
  | { name: 'loading' }
  | { name: 'error' }
  | { name: 'free' }
  | { name: 'ready'; provider: Provider };

/** What the server says of the offer now: in the main unit, of the offer and then of each chosen add-on. */
export interface Terms {
  amounts: number[];
  currency: string;
  promisedDay: string;
}

export interface StateDependencies<Provider> {
  offer: OrderedOffer;
  calls: Pick<CheckoutCalls, 'settings' | 'quote'>;
  loadProvider(settings: PublicSettings): Promise<Provider | null>;
}

export type CheckoutStateStores = Omit<ReturnType<typeof createCheckoutState>, '$state'> & {
  $state: { get(): { name: string } };
};

/** Creates the stores of whether and how the order can be paid and what it costs; `start` fetches them. */
export function createCheckoutState<Provider>({ offer, calls, loadProvider }: StateDependencies<Provider>) {
  const $state = atom<CheckoutState<Provider>>({ name: 'loading' });
  /** Whether the call on page load gave a client secret; null before its answer, and where none is needed. */
  const $hasSecret = atom<boolean | null>(null);
  const $hasKey = atom(false);
  /** What the Payment System Error panel says; null while nothing is wrong. A free reading needs none of it. */
  const $missing = computed(
    [$state, $hasSecret, $hasKey],
    ({ name }, hasSecret, keyPrefix): PaymentChecks | null => {
      if (name === 'free' || (name !== 'error' && hasSecret !== false)) return null;
      return { clientSecret: hasSecret === true, provider: name === 'ready', keyPrefix };
    },
  );
  /** With the prices that the page shows. */
  const $offer = atom(offer);
  /** In the main unit: on the button, and all that may be charged. */
  const $price = atom(toMajor(offer.priceMinor, offer.currency));
  /** What the code gives that was applied. */
  const $discount = atom<Discount | null>(null);
  /** The ids of the chosen add-ons. */
  let chosen: string[] = [];
  const isPlain = offer.slug === null;

  const quote = () => quoteOrder($offer.get(), chosenAddOns($offer.get(), chosen), $discount.get());

  async function start(): Promise<void> {
    $state.set({ name: 'loading' });
    const settings = calls.settings();
    const [settled, provider] = await Promise.allSettled([
      settings,
      settings.then((known) => (isFree(known) ? null : loadProvider(known))),
    ]);
    const known = settled.status === 'fulfilled' ? settled.value : null;
    const handle = provider.status === 'fulfilled' ? provider.value : null;
    $hasKey.set(known?.publishableKey.startsWith('pk_') ?? false);
    if (known && isPlain) setAmounts([known.price], known.currency);
    if (known && $price.get() === 0) $state.set({ name: 'free' });
    else if (handle) $state.set({ name: 'ready', provider: handle });
    else {
      logFailure(provider.status === 'rejected' && provider.reason);
      $state.set({ name: 'error' });
    }
  }

  /** An add-on of a free offer may be chosen while the settings are on their way. */
  function isFree({ price }: PublicSettings): boolean {
    if (isPlain) return price === 0;
    return [offer, ...offer.addOns].every(({ priceMinor }) => priceMinor === 0);
  }

  function setAmounts([base = 0, ...others]: number[], currency: string): void {
    const known = $offer.get();
    const addOns = [...known.addOns];
    for (const [place, addOn] of chosenAddOns(known, chosen).entries()) {
      const priceMinor = toMinor(others[place] ?? Number.NaN, currency) ?? addOn.priceMinor;
      addOns[addOns.indexOf(addOn)] = { ...addOn, priceMinor };
    }
    $offer.set({ ...known, addOns, currency, priceMinor: toMinor(base, currency) ?? 0 });
    setSum();
  }

  /** Shows or leaves out the payment step, as there is something to pay. */
  async function followPrice(): Promise<void> {
    const { name } = $state.get();
    if ($price.get() === 0) {
      if (name !== 'loading') $state.set({ name: 'free' });
    } else if (name === 'free') await start();
  }

  /** What `POST /api/quote` is asked. */
  const asked = () => ({ addOns: chosen, offer: offer.slug ?? undefined });

  function setSum(): void {
    const { amountMinor, currency } = quote();
    $price.set(toMajor(amountMinor, currency));
  }

  async function showSum(): Promise<void> {
    setSum();
    await followPrice();
  }

  return {
    $state,
    $missing,
    $hasSecret,
    $offer,
    $price,
    $discount,
    showSum,
    asked,
    quote,
    start,
    async choose(ids: string[]): Promise<void> {
      if (ids.join() === chosen.join()) return;
      chosen = ids;
      await showSum();
    },
    /** Asks what is offered now. @throws {ApiError} also when offer or add-ons are gone */
    async fetchTerms(): Promise<Terms> {
      const { slug } = offer;
      if (slug === null) {
        const { price, currency, promisedDay } = await calls.settings();
        return { amounts: [price], currency, promisedDay };
      }
      const { lines, currency, promisedDay } = await calls.quote(asked());
      return { amounts: lines.map(({ amount }) => amount), currency, promisedDay };
    },
    /** Shows what the server says; prices that are left out stay. */
    async showAmounts({ amounts, currency }: Pick<Terms, 'amounts' | 'currency'>): Promise<void> {
      setAmounts(amounts, currency);
      await followPrice();
    },
  };
}
