import type { ProviderFailure } from './provider-failure.ts';

/** The kinds of calls that a key may be allowed separately; `inspecting` is disputes, warnings and reviews. */
export const paymentTasks = ['opening', 'following', 'inspecting', 'refunding', 'events'] as const;
export type PaymentTask = (typeof paymentTasks)[number];

export interface PaymentTrouble {
  task: PaymentTask;
  failure: ProviderFailure;
}
