import { z } from '../zod.ts';

/** The longest time after a delivery at which a customer is asked, in days. */
const longestFeedbackDays = 60;

/** `PUT /api/settings/aftercare`. */
export const aftercareSettingsSchema = z.strictObject({
  /** So many days after the delivery a mail asks whether the reading helped; 0: none does. */
  feedbackMailDays: z
    .int('The number of days must be a whole number.')
    .min(0, 'The number of days cannot be below 0.')
    .max(longestFeedbackDays, `At most ${longestFeedbackDays} days after the delivery.`),
  /** Whether customers can withdraw from the contract on the site, and consent when they order. */
  hasWithdrawal: z.boolean(),
});
export type AftercareSettings = z.output<typeof aftercareSettingsSchema>;

/** What a shop has that never changed it. */
export const usualAftercare: AftercareSettings = { feedbackMailDays: 7, hasWithdrawal: false };
