import { aftercareSettingsSchema, usualAftercare } from '../../shared/aftercare/settings.ts';
import { problemOf } from '../../shared/fields.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';

/* Apart from the store: it brings the validation library, which only the settings need. */

/** @returns why a text is no number of days after which a customer is asked, or null when it is one */
export function feedbackDaysProblem(text: string): string | null {
  const feedbackMailDays = readWholeNumber(text) ?? Number.NaN;
  const { error } = aftercareSettingsSchema.safeParse({ ...usualAftercare, feedbackMailDays });
  return error ? problemOf(error) : null;
}
