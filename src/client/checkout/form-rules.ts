import { consentMissing } from '../../shared/aftercare/withdrawal.ts';
import { readingRequestSchema } from '../../shared/checkout/checkout.ts';
import type { CheckedForm, CheckoutErrors, CheckoutFields, FieldName } from './form-fields.ts';

const errorId = 'consent-error';

/** The box with the consent that some shops ask for: part of the page, and none of the form's own fields. */
interface ConsentBox {
  readonly isTicked: boolean;
  /** Says beside the box whether it is missing. */
  say(isMissing: boolean): void;
  focus(): void;
}

/** @returns the box of the page; null when the shop asks for none, or there is no page */
function findConsentBox(): ConsentBox | null {
  const box = globalThis.document?.querySelector<HTMLInputElement>('[data-consent]');
  return box ? consentBoxOf(box) : null;
}

function consentBoxOf(box: HTMLInputElement): ConsentBox {
  const known = () => document.getElementById(errorId);
  function say(isMissing: boolean): void {
    if (!isMissing) {
      known()?.remove();
      box.removeAttribute('aria-invalid');
      box.removeAttribute('aria-describedby');
      return;
    }
    box.setAttribute('aria-invalid', 'true');
    box.setAttribute('aria-describedby', errorId);
    if (known()) return;
    const error = document.createElement('p');
    error.id = errorId;
    error.className = 'field-error';
    error.setAttribute('role', 'alert');
    error.textContent = consentMissing;
    box.closest('label')?.after(error);
    box.addEventListener('change', () => say(false), { once: true });
  }
  return {
    get isTicked() {
      return box.checked;
    },
    say,
    focus: () => box.focus(),
  };
}

/* Not needed before the first submit: it comes with a validation library, at the first touch of the form. */

/**
 * Looks at the form with the rules the server has, too (docs/product.md §4), and at the box with a consent, where the
 * page has one. What is wrong with the box is said beside it.
 */
export function checkForm(fields: CheckoutFields, box: ConsentBox | null = findConsentBox()): CheckedForm {
  const { readingType, customQuestion } = fields;
  // What was typed before another question was chosen is neither sent nor shown.
  const asked = { ...fields, customQuestion: readingType === 'other' ? customQuestion : '' };
  const checked = readingRequestSchema.safeParse(asked);
  const isMissing = box !== null && !box.isTicked;
  box?.say(isMissing);
  const errors: CheckoutErrors = {};
  if (!checked.success) {
    for (const { path, message } of checked.error.issues) {
      const name = path[0];
      if (isNameIn(fields, name)) errors[name] ??= message;
    }
    return { errors };
  }
  if (!isMissing) return { request: box ? { ...checked.data, consent: true } : checked.data };
  box.focus();
  return { errors };
}

function isNameIn(fields: CheckoutFields, name: PropertyKey | undefined): name is FieldName {
  return name !== undefined && name in fields;
}
