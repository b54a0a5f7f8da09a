import { consentMissing } from '../../shared/aftercare/withdrawal.ts';
import { askedQuestions, checkOrderForm } from '../../shared/checkout/checkout-schema.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import {
  answerName,
  type CheckedForm,
  type CheckoutFields,
  chosenAddOnIds,
  placeProblems,
} from './form-fields.ts';

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

/**
 * Returns the request to send, or errors by field. If only the consent is missing, there are no errors: its box
 * shows it and gets the focus.
 */
export function checkForm(
  fields: CheckoutFields,
  offer: OrderedOffer,
  box: ConsentBox | null = findConsentBox(),
): CheckedForm {
  const {
    readingType,
    customQuestion,
    customerName,
    customerEmail,
    readingAddresseeName,
    backgroundContext,
  } = fields;
  const addOns = chosenAddOnIds(fields, offer);
  const answers: Record<string, string> = {};
  for (const { id } of askedQuestions(offer, addOns)) {
    const text = fields[answerName(id)];
    // An empty answer to a question that is no longer asked is fine.
    if (text) answers[id] = text;
  }
  const checked = checkOrderForm(offer, {
    // A typed question is not sent if another type was chosen afterwards.
    ...(offer.standardQuestions && {
      readingType,
      customQuestion: readingType === 'other' ? customQuestion : '',
    }),
    ...{ customerName, customerEmail, readingAddresseeName, backgroundContext, addOns, answers },
  });
  const isMissing = box !== null && !box.isTicked;
  box?.say(isMissing);
  if ('problems' in checked) return { errors: placeProblems(offer, checked.problems).errors };
  if (isMissing) {
    box.focus();
    return { errors: {} };
  }
  const request = {
    ...checked.request,
    ...(box && { consent: true }),
    addOns: addOns.length > 0 ? addOns : undefined,
    answers: Object.keys(answers).length > 0 ? answers : undefined,
  };
  return { request };
}
