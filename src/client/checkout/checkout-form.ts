import { atom, map, type ReadableAtom } from 'nanostores';
import { defaultReadingType, type ReadingType, readingTypes } from '../../shared/orders/reading-types.ts';
import { unreachable } from '../api.ts';
import type { TextStorage } from '../toast-handover.ts';
import type { CheckedForm, CheckoutErrors, CheckoutFields, FieldName } from './checkout-fields.ts';

export type { CheckedForm, CheckoutErrors, CheckoutFields, FieldName } from './checkout-fields.ts';

/** The order form: what is typed in, what is wrong with it, and its copy that survives a reload. */
export interface CheckoutForm {
  readonly $fields: ReadableAtom<CheckoutFields>;
  readonly $errors: ReadableAtom<CheckoutErrors>;
  change(name: FieldName, value: string): void;
  showErrors(errors: CheckoutErrors): void;
  /** Brings back what was typed before a reload, if anything was. */
  restore(): void;
  /** Forgets the copy, once the order is placed. */
  forget(): void;
}

const storageKey = 'checkout';

const emptyFields: CheckoutFields = {
  readingType: defaultReadingType,
  customQuestion: '',
  customerName: '',
  customerEmail: '',
  readingAddresseeName: '',
  backgroundContext: '',
};

/** The order in which the fields stand on the page: the first with an error gets the focus. */
export const fieldOrder: readonly FieldName[] = [
  'readingType',
  'customQuestion',
  'customerName',
  'customerEmail',
  'readingAddresseeName',
  'backgroundContext',
];

export function createCheckoutForm({ storage }: { storage: TextStorage }): CheckoutForm {
  const $fields = map<CheckoutFields>({ ...emptyFields });
  const $errors = atom<CheckoutErrors>({});

  return {
    $fields,
    $errors,
    change(name, value) {
      if (name === 'readingType') {
        if (!isReadingType(value)) return;
        $fields.setKey('readingType', value);
      } else {
        $fields.setKey(name, value);
      }
      if ($errors.get()[name]) {
        const { [name]: _fixed, ...others } = $errors.get();
        $errors.set(others);
      }
      keep(storage, $fields.get());
    },
    showErrors: (errors) => $errors.set(errors),
    restore() {
      const kept = recall(storage);
      if (Object.keys(kept).length > 0) $fields.set({ ...emptyFields, ...kept });
    },
    forget: () => forgetCheckout(storage),
  };
}

/** @returns the form as the copy has it; two forms are the same when their texts are */
export function formText(fields: CheckoutFields): string {
  return JSON.stringify(fields);
}

/** @returns the copy of what was typed at the checkout, or null */
export function keptForm(storage: TextStorage): string | null {
  try {
    return storage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Forgets what was typed at the checkout; the thank-you page calls it after a payment by redirect. */
export function forgetCheckout(storage: TextStorage): void {
  try {
    storage.removeItem(storageKey);
  } catch {
    // Storage that cannot be written holds no copy either.
  }
}

/** How long the rules may take to come. */
const patienceMs = 15_000;

// The rules come with a validation library that nobody needs before the first submit.
function rules() {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(unreachable()), patienceMs);
  });
  return Promise.race([import('./checkout-rules.ts'), tooLate]);
}

/** Fetches the rules ahead of the first submit; a failure is left for the submit to tell. */
export function loadRules(): void {
  rules().catch(() => undefined);
}

/**
 * Looks at the form with the rules the server has, too (docs/product.md §4).
 *
 * @throws {ApiError} when the rules are not here yet and cannot be fetched
 */
export async function checkFields(fields: CheckoutFields): Promise<CheckedForm> {
  const { check } = await rules().catch(() => {
    throw unreachable();
  });
  return check(fields);
}

function keep(storage: TextStorage, fields: CheckoutFields): void {
  try {
    storage.setItem(storageKey, formText(fields));
  } catch {
    // The text is still on the page.
  }
}

function recall(storage: TextStorage): Partial<CheckoutFields> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const texts = Object.entries(stored).filter(
      ([name, value]) =>
        isFieldName(name) && (name === 'readingType' ? isReadingType(value) : typeof value === 'string'),
    );
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

function isFieldName(name: unknown): name is FieldName {
  return fieldOrder.some((known) => known === name);
}

function isReadingType(value: unknown): value is ReadingType {
  return readingTypes.some((type) => type === value);
}
