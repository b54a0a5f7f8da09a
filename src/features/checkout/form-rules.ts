import { consentMissing } from '../../shared/aftercare/withdrawal.ts';
import { askedQuestions, checkOrderForm } from '../../shared/checkout/checkout-schema.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import { answerName, type CheckedForm, type CheckoutFields, chosenIn, placeProblems } from './form-fields.ts';

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
  const addOns = chosenIn(fields, offer);
  const answers: Record<string, string> = {};
  for (const { id } of askedQuestions(offer, addOns)) {
    const text = fields[answerName(id)];
    // Left blank, a question that is not asked anymore is no problem.
    if (text) answers[id] = text;
  }
  const checked = checkOrderForm(offer, {
    // A question typed before another type was chosen is not sent.
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
