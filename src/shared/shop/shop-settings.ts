import { z } from '../zod.ts';

export const paymentSettingsSchema = z.strictObject({
  wallets: z.boolean(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsSchema>;

const onOrOff = (name: string) => z.boolean({ error: `${name} is true or false.` });

export const mailSettingsSchema = z.strictObject({
  refunds: onOrOff('refunds'),
  disputes: onOrOff('disputes'),
  /** To admins, a business day before a reading will be late. */
  lateReadings: onOrOff('lateReadings'),
  /** Whether the mail with a reading also has it as a PDF. */
  readingPdf: onOrOff('readingPdf'),
});
export type MailSettings = z.output<typeof mailSettingsSchema>;
export type MailSwitch = keyof MailSettings;

const longestFeedbackDays = 60;

export const aftercareSettingsSchema = z.strictObject({
  /** Days from the delivery to the mail that asks whether the reading helped; 0: no mail */
  feedbackMailDays: z
    .int('The number of days must be a whole number.')
    .min(0, 'The number of days cannot be below 0.')
    .max(longestFeedbackDays, `At most ${longestFeedbackDays} days after the delivery.`),
  hasWithdrawal: z.boolean(),
});
export type AftercareSettings = z.output<typeof aftercareSettingsSchema>;

export const defaultAftercare: AftercareSettings = { feedbackMailDays: 7, hasWithdrawal: false };
