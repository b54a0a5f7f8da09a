import { z } from '../zod.ts';

/** What the owner of a shop can have sent, or not. Each is on until it is switched off. */
export const mailSwitches = ['refunds', 'disputes', 'lateReadings'] as const;
export type MailSwitch = (typeof mailSwitches)[number];

const onOrOff = (name: MailSwitch) => z.boolean({ error: `${name} is true or false.` });

/** `PUT /api/settings/mails`: those that change. */
export const mailSettingsSchema = z.strictObject({
  /** Customers hear that money was given back. */
  refunds: onOrOff('refunds'),
  /** Customers hear what a dispute that is closed means for their reading. */
  disputes: onOrOff('disputes'),
  /** Admins are asked the business day before a reading will be late. */
  lateReadings: onOrOff('lateReadings'),
});
export type MailSettings = z.output<typeof mailSettingsSchema>;
