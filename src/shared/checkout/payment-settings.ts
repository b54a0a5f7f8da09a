import { z } from '../zod.ts';

/** `PUT /api/settings/payment`, and what `GET` answers. */
export const paymentSettingsSchema = z.strictObject({
  wallets: z.boolean(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsSchema>;
