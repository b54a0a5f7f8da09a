import { z } from '../zod.ts';

const longestFeedbackDays = 60;

export const aftercareSettingsSchema = z.strictObject({
  /** After the delivery, until a mail asks whether the reading helped; 0: never */
  feedbackMailDays: z
    .int('The number of days must be a whole number.')
    .min(0, 'The number of days cannot be below 0.')
    .max(longestFeedbackDays, `At most ${longestFeedbackDays} days after the delivery.`),
  hasWithdrawal: z.boolean(),
});
export type AftercareSettings = z.output<typeof aftercareSettingsSchema>;

export const defaultAftercare: AftercareSettings = { feedbackMailDays: 7, hasWithdrawal: false };
