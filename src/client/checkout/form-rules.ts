import { readingRequestSchema } from '../../shared/checkout/checkout.ts';
import { type ConsentBox, findConsentBox } from './consent-box.ts';
import type { CheckedForm, CheckoutErrors, CheckoutFields, FieldName } from './form-fields.ts';

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
