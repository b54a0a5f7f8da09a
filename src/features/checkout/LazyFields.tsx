import { useStore } from '@nanostores/react';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../../lib/answers.ts';
import { pageStorage, type TextStorage } from '../../lib/page-storage.ts';
import { suggestEmail, undeliverableLetter } from '../../shared/email/mistyped-email.ts';
import { formatPrice, offeredPrice, toMinor } from '../../shared/money.ts';
import type { Discount } from '../../shared/offers/quote.ts';
import { InputField } from '../../ui/forms/Field.tsx';
import { codeIn, codeKey, findCode } from './checkout-memory.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { writeField } from './form-fields.ts';

/** Waits until nothing is pressed: a layout change between pointer down and up makes the browser drop the click. */
function afterPress(run: () => void): () => void {
  let frame = 0;
  function look(): void {
    if (document.querySelector(':active')) frame = requestAnimationFrame(look);
    else run();
  }
  look();
  return () => cancelAnimationFrame(frame);
}

/** Warns of an email that looks mistyped or undeliverable, once its field was left; a press corrects it. */
export function EmailSuggestion({ typed, left }: { typed: string; left: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [asked, setAsked] = useState('');
  // Set after rendering: screen readers announce a changed line, but not a new one.
  useEffect(() => afterPress(() => setAsked(left)), [left]);
  const isAsked = typed === left && asked === left;
  const suggestion = isAsked ? suggestEmail(left) : null;
  const letter = isAsked ? undeliverableLetter(left) : null;

  function use(email: string) {
    const form = line.current?.closest('form');
    if (!form) return;
    writeField(form, 'customerEmail', email);
    form.querySelector<HTMLInputElement>('[name=customerEmail]')?.focus();
  }

  return (
    <span
      ref={line}
      role="status"
      className="mt-2 block rounded-field bg-tone-warning-paper px-4 py-3 text-base text-tone-warning empty:hidden"
    >
      {letter && (
        <span>
          Is this right? Most email systems can’t deliver to an address with {letter} before the @.{' '}
        </span>
      )}
      {suggestion && (
        <span>
          Did you mean <strong className="wrap-anywhere">{suggestion}</strong>?{' '}
          <button
            type="button"
            className="text-link py-1 font-semibold text-current"
            onClick={() => use(suggestion)}
          >
            Use it
          </button>
        </span>
      )}
    </span>
  );
}

/** Renders the folded field for a promotion code, also from a link (`/?code=SPRING`); changes the page's prices. */
export function CodeField({ checkout }: { checkout: CheckoutStore<Stripe> }) {
  const { form } = checkout;
  const { code } = useStore(form.$fields);
  const { code: error } = useStore(form.$errors);
  const discount = useStore(form.$discount);
  const offer = useStore(form.$offer);
  const price = useStore(form.$price);
  const [isOpen, setIsOpen] = useState(false);
  const [apply] = useState(() => createCodeEntry(checkout, pageStorage));

  useEffect(() => {
    form.$applyCode.set(apply);
    const kept = findCode(pageStorage, location.search);
    if (!kept) return;
    form.change('code', kept);
    void apply();
  }, [form, apply]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page shows another price plainly
  useEffect(() => {
    if (!discount) return;
    const now = offeredPrice(form.quote([]).amountMinor, offer);
    const show = (text: string, isStruck: boolean) => {
      for (const before of document.querySelectorAll<HTMLElement>('[data-before]')) before.hidden = !isStruck;
      for (const place of document.querySelectorAll('[data-now]')) place.textContent = text;
    };
    show(now, true);
    return () => show(offeredPrice(offer.priceMinor, offer), false);
  }, [discount, offer, price]);

  return (
    <details open={isOpen || code !== ''} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="text-link w-fit cursor-pointer py-1">Have a code?</summary>
      <div className="mt-2 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <InputField
            label="Code"
            name="code"
            value={code}
            error={error}
            hint={
              discount &&
              `${discount.code}: ${formatPrice(form.quote().discountMinor, offer.currency, offer.locale)} off.`
            }
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => form.change('code', event.target.value)}
            onKeyDown={(event) => {
              // Enter applies the code instead of placing the order.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void apply();
            }}
          />
        </div>
        <button type="button" className="btn mt-8" onClick={() => void apply()}>
          Apply
        </button>
      </div>
    </details>
  );
}

/** Renders the chosen add-ons and the discount into the page's summary (OrderCard.astro), through a portal. */
export function OrderLines({ checkout }: { checkout: CheckoutStore<Stripe> }) {
  const { form } = checkout;
  useStore(form.$price);
  useStore(form.$fields);
  const { currency, locale } = useStore(form.$offer);
  const discount = useStore(form.$discount);
  const [list] = useState(() => document.querySelector('[data-order-lines]'));
  const [, ...lines] = form.quote().lines;

  function removeCode() {
    const input = document.querySelector<HTMLInputElement>('[name=code]');
    if (!input?.form) return;
    writeField(input.form, 'code', '');
    input.focus();
    void form.$applyCode.get()();
  }

  if (!list) return null;
  return createPortal(
    lines.map(({ label, amountMinor }) => {
      const isOff = amountMinor < 0;
      const amount = formatPrice(Math.abs(amountMinor), currency, locale);
      return (
        <li key={label} className="order-line">
          <span>
            {label}
            {discount && label === `Code ${discount.code}` && (
              <button type="button" className="text-link ml-3 py-1" onClick={removeCode}>
                Remove<span className="sr-only"> the code</span>
              </button>
            )}
          </span>
          <span>{isOff ? `−${amount}` : amount}</span>
        </li>
      );
    }),
    list,
  );
}

/**
 * Returns a function that applies the typed code to the price; it returns true without one, and false if the code
 * is refused, with an error at the field. Typing another code removes the discount.
 */
export function createCodeEntry(
  { form, calls, textOf }: Pick<CheckoutStore<Stripe>, 'form' | 'calls' | 'textOf'>,
  tab: TextStorage,
) {
  const { $discount } = form;
  let applied = '';
  const typed = () => form.$fields.get().code.trim();

  function show(discount: Discount | null): Promise<void> {
    $discount.set(discount);
    return form.showSum();
  }
  const dropIf = (isOver: boolean) => {
    if ($discount.get() && isOver) void show(null);
  };
  form.$fields.listen(() => dropIf(typed() !== applied));
  // A code that was refused with the order is removed from the price, too.
  form.$errors.listen(({ code }) => {
    if (code !== undefined) tab.removeItem(codeKey);
    dropIf(code !== undefined);
  });

  return async (): Promise<boolean> => {
    const code = typed();
    if (code === '') rememberCode(tab, '');
    if (code === '' || ($discount.get() && code === applied)) return true;
    try {
      const { discount, currency } = await calls.quote({ ...form.asked(), code });
      if (typed() !== code || !discount) return false;
      applied = code;
      rememberCode(tab, code);
      form.change('code', form.$fields.get().code);
      const { percentOff = null, amountOff } = discount;
      const amountOffMinor = amountOff === undefined ? null : toMinor(amountOff, currency);
      await show({ code: discount.code, percentOff, amountOffMinor });
      return true;
    } catch (error) {
      const problem = error instanceof ApiError ? error.fields?.code : null;
      form.$errors.set({ ...form.$errors.get(), code: problem ?? textOf(error) });
      return false;
    }
  };
}

/** Stores a code in the tab, or removes the stored one if empty. Removes a different code from the address. */
export function rememberCode(tab: TextStorage, code: string): void {
  if (code) tab.setItem(codeKey, code);
  else tab.removeItem(codeKey);
  const named = codeIn(location.search);
  if (named && named !== code) history.replaceState(null, '', location.pathname + location.hash);
}
