import { atom } from 'nanostores';
import { noAnswer } from '../../lib/answers.ts';
import { retriable } from '../../lib/retriable.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import {
  type CheckedForm,
  type CheckoutErrors,
  type CheckoutFields,
  emptyFields,
  type FieldName,
  formText,
} from './form-fields.ts';

export type CheckoutForm = ReturnType<typeof createCheckoutForm>;

export function createCheckoutForm() {
  const $fields = atom<CheckoutFields>(emptyFields);
  const $errors = atom<CheckoutErrors>({});
  return {
    $fields,
    $errors,
    showErrors: (errors: CheckoutErrors) => $errors.set(errors),
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
  };
}

const rulesTimeoutMs = 15_000;

// The rules come with a validation library that is not needed before the first submit.
const importRules = retriable(() => import('./form-rules.ts'), 'checkForm');

function rules() {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(noAnswer('unreachable')), rulesTimeoutMs);
  });
  return Promise.race([importRules(), timeout]);
}

/** Fetches the rules of `checkFields` ahead of their use, and ignores a failure. */
export function loadRules(): void {
  rules().catch(() => undefined);
}

/** Checks the form with the server's own rules (`checkForm`), fetched at first use. @throws {ApiError} without them */
export async function checkFields(fields: CheckoutFields, offer: OrderedOffer): Promise<CheckedForm> {
  const checkForm = await rules().catch(() => {
    throw noAnswer('unreachable');
  });
  return checkForm(fields, offer);
}
