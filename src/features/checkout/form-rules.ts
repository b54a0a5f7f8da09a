import { consentMissing } from '../../shared/aftercare/withdrawal.ts';
import { orderFormSchema } from '../../shared/checkout/checkout.ts';
import { standardOffer } from '../../shared/offers/offers.ts';
import type { CheckedForm, CheckoutErrors, CheckoutFields, FieldName } from './form-fields.ts';

const errorId = 'consent-error';

type ConsentBox = NonNullable<ReturnType<typeof findConsentBox>>;

function findConsentBox() {
  const box = globalThis.document?.querySelector<HTMLInputElement>('[data-consent]');
  if (!box) return null;
  const say = (isMissing: boolean): void => {
    document.getElementById(errorId)?.remove();
    box.removeAttribute('aria-invalid');
    box.removeAttribute('aria-describedby');
    if (!isMissing) return;
    box.setAttribute('aria-invalid', 'true');
    box.setAttribute('aria-describedby', errorId);
    const error = document.createElement('p');
    Object.assign(error, {
      id: errorId,
      className: 'field-error',
      role: 'alert',
      textContent: consentMissing,
    });
    box.closest('label')?.after(error);
    box.addEventListener('change', () => say(false), { once: true });
  };
  return { isTicked: box.checked, say, focus: () => box.focus() };
}

/** Returns the request to send, or errors by field. A missing consent is shown at its box, and is not among them. */
export function checkForm(fields: CheckoutFields, box: ConsentBox | null = findConsentBox()): CheckedForm {
  const { readingType, customQuestion } = fields;
  // A question typed before another type was chosen is not sent.
  const asked = { ...fields, customQuestion: readingType === 'other' ? customQuestion : '' };
  const checked = orderFormSchema(standardOffer).safeParse(asked);
  const isMissing = box !== null && !box.isTicked;
  box?.say(isMissing);
  const errors: CheckoutErrors = {};
  if (!checked.success) {
    for (const { path, message } of checked.error.issues) errors[path[0] as FieldName] ??= message;
    return { errors };
  }
  const { answers: _, addOns: __, ...request } = checked.data;
  if (!isMissing) return { request: box ? { ...request, consent: true } : request };
  box.focus();
  return { errors };
}
