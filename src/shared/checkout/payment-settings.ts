import { z } from '../zod.ts';

export const paymentSettingsSchema = z.strictObject({
  wallets: z.boolean(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsSchema>;
