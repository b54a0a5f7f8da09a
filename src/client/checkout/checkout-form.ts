import { atom, type ReadableAtom } from 'nanostores';
import { unreachable } from '../api.ts';
import { retriable } from '../retriable.ts';
import type { TextStorage } from '../toast-handover.ts';
import {
  type CheckedForm,
  type CheckoutErrors,
  type CheckoutFields,
  emptyFields,
  type FieldName,
  formText,
} from './form-fields.ts';
import { type Forgetting, forgetForm, keepForm } from './kept-form.ts';

/** The order form: what is typed in, what is wrong with it, and its copy for a reload. */
export interface CheckoutForm {
  readonly $fields: ReadableAtom<CheckoutFields>;
  readonly $errors: ReadableAtom<CheckoutErrors>;
  change(name: FieldName, value: string): void;
  showErrors(errors: CheckoutErrors): void;
  /** Takes over what stands in the form on the page: it can be filled in before this is there to listen. */
  adopt(fields: CheckoutFields): void;
  /** Forgets its copies, once the order is placed. */
  forget(): void;
}

export function createCheckoutForm({
  storage,
  device,
}: {
  storage: TextStorage;
  device: Forgetting;
}): CheckoutForm {
  const $fields = atom(emptyFields);
  const $errors = atom<CheckoutErrors>({});

  function write(fields: CheckoutFields): void {
    $fields.set(fields);
    keepForm(storage, formText(fields));
  }

  return {
    $fields,
    $errors,
    change(name, value) {
      write({ ...$fields.get(), [name]: value });
      if ($errors.get()[name]) {
        const { [name]: _fixed, ...others } = $errors.get();
        $errors.set(others);
      }
    },
    showErrors: (errors) => $errors.set(errors),
    adopt(fields) {
      if (formText(fields) === formText($fields.get())) return;
      write(fields);
    },
    forget: () => forgetForm(storage, device),
  };
}

/** How long the rules may take to come. */
const patienceMs = 15_000;

// The rules come with a validation library that is not needed before the first submit.
const importRules = retriable(() => import('./form-rules.ts'), 'checkForm');

function rules() {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(unreachable()), patienceMs);
  });
  return Promise.race([importRules(), tooLate]);
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
  const checkForm = await rules().catch(() => {
    throw unreachable();
  });
  return checkForm(fields);
}
