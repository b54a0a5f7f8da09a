import { z } from '../zod.ts';

const onOrOff = (name: string) => z.boolean({ error: `${name} is true or false.` });

export const mailSettingsSchema = z.strictObject({
  refunds: onOrOff('refunds'),
  disputes: onOrOff('disputes'),
  /** To admins, a business day before a reading will be late. */
  lateReadings: onOrOff('lateReadings'),
  /** Whether the mail with a reading has it as a PDF, too. */
  readingPdf: onOrOff('readingPdf'),
});
export type MailSettings = z.output<typeof mailSettingsSchema>;
export type MailSwitch = keyof MailSettings;
