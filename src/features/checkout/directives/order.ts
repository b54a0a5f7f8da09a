import type { ClientDirective } from 'astro';
import { afterPaint } from '../../../lib/after-paint.ts';
import { createTabDraft, listKept } from '../../../lib/kept-text.ts';
import { type DeviceStorage, deviceStorage, pageStorage, readJson } from '../../../lib/page-storage.ts';
import { hasSavedToast } from '../../../lib/saved-toast.ts';
import { days } from '../../../shared/durations.ts';
import { codeKey, draftKeys, formPage, lastThankedOrder } from '../checkout-memory.ts';
import {
  type CheckoutFields,
  emptyFieldsOf,
  type FieldName,
  fieldNames,
  formAtWork,
  formBegun,
  formCleared,
  formText,
  readFields,
  writeField,
} from '../form-fields.ts';

const lifetimeMs = days(7);

/** `client:order={script}`: saves typed text even before the form's and the provider's scripts are loaded. */
const order: ClientDirective = (load, { value: script }, island) => {
  const form = island.querySelector('form');
  const giveUp = form ? attend(form) : undefined;
  const card = island.closest<HTMLElement>('.order-card');
  if (card) watchHeight(card);
  afterPaint(async () => {
    if (typeof script === 'string') preload(script);
    try {
      const hydrate = await load();
      await hydrate();
    } catch (error) {
      giveUp?.();
      throw error;
    }
  });
};
export default order;

function preload(script: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'script', href: script, fetchPriority: 'low' });
  document.head.append(link);
}

/** Makes a sticky card that is taller than the window stick by its end. */
function watchHeight(card: HTMLElement): void {
  new ResizeObserver(() => card.style.setProperty('--order-height', `${card.offsetHeight}px`)).observe(card);
}

/** Returns a function to call if the form's scripts fail to load. */
function attend(form: HTMLFormElement): () => void {
  // The page may not be loaded up to this element yet.
  const say = (text: string) => {
    const news = document.querySelector('[data-form-news]');
    if (news) news.textContent = text;
  };
  const draft = createTabDraft({
    keys: draftKeys(formPage(location)),
    lifetimeMs,
    tab: pageStorage,
    device: deviceStorage,
    claim,
    newId,
    now: Date.now,
  });
  const untouched = readFields(form);

  let known = formText(untouched);
  let isTyped = true;
  let isBegun = false;
  /** Writes to the form without counting as typing: a restored draft keeps its age and opens no payment. */
  function untyped<T>(write: () => T): T {
    isTyped = false;
    try {
      return write();
    } finally {
      isTyped = true;
    }
  }
  async function recall(): Promise<void> {
    const text = await draft.recall();
    if (text && untyped(() => fillIn(form, text, untouched))) {
      if (known !== text) void draft.keep(known);
      say('We’ve restored what you typed earlier.');
      leaveEmail(form);
    } else if (!text) {
      const person = findPerson(deviceStorage, Date.now());
      if (person) untyped(() => fillIn(form, person, untouched));
      const placed = lastThankedOrder(pageStorage);
      if (placed) say(`You’ve placed order ${placed}. Use this form to order another reading.`);
    }
  }
  recall().catch(() => undefined);
  form.addEventListener('input', () => {
    const text = formText(readFields(form));
    // The card and the consent are not among the form's own fields.
    if (text === known) return;
    known = text;
    if (!isTyped) return;
    void draft.keep(text);
    isBegun = true;
    form.dispatchEvent(new Event(formBegun));
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-clear-form]'))) return;
    untyped(() => {
      for (const [name, text] of Object.entries(emptyFieldsOf(form)))
        writeField(form, name as FieldName, text);
      form.dispatchEvent(new Event(formCleared));
    });
    const consent = form.querySelector<HTMLInputElement>('[data-consent]');
    if (consent) {
      consent.checked = false;
      consent.dispatchEvent(new Event('change'));
    }
    draft.clear();
    pageStorage.removeItem(codeKey);
    say('Form cleared. Nothing is saved.');
  });

  form.addEventListener(formAtWork, () => {
    leaveEmail(form);
    if (isBegun) form.dispatchEvent(new Event(formBegun));
    // A toast saved by the previous page is shown when the customer reaches the form.
    if (hasSavedToast(pageStorage)) form.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  });
  return () => say('The form couldn’t be loaded. Please reload the page. What you typed is saved.');
}

/**
 * Returns name and email from the newest draft on this device, of any tab or page, as `formText` of only these;
 * null if that draft has neither.
 */
export function findPerson(device: DeviceStorage, now: number): string | null {
  const [newest] = listKept<string>(device, 'checkout', now - lifetimeMs);
  const { customerName, customerEmail } = readJson<Partial<CheckoutFields>>(newest?.fields) ?? {};
  return customerName || customerEmail ? JSON.stringify({ customerName, customerEmail }) : null;
}

function fillIn(form: HTMLFormElement, text: string, untouched: CheckoutFields): boolean {
  const kept: Partial<Record<string, unknown>> = JSON.parse(text);
  let isWritten = false;
  for (const name of fieldNames(form)) {
    const value = kept[name];
    const current = readFields(form)[name];
    if (typeof value !== 'string' || value === current || current !== untouched[name]) continue;
    writeField(form, name, value);
    isWritten = true;
  }
  return isWritten;
}

/** Has a restored address checked like one whose field was just left: it may be mistyped. */
function leaveEmail(form: HTMLFormElement): void {
  const field = form.querySelector('[name=customerEmail]:not(:focus)');
  field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

/** Browsers release a closed page's lock when its process ends, maybe after the next page has loaded. */
const lockReleaseMs = 1_000;

/** Locks a draft. Pages on plain http have no locks: there, each draft stays in its tab. */
async function claim(id: string, isOwn: boolean): Promise<boolean> {
  if (!('locks' in navigator)) return isOwn;
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    const options = { signal: AbortSignal.timeout(lockReleaseMs) };
    navigator.locks.request(`checkout ${id}`, options, hold).catch(() => resolve(false));
  });
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
