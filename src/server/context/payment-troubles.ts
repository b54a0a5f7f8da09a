import type { ProviderFailure } from './provider-failure.ts';

/**
 * The kinds of calls to the payment provider that a key may be allowed separately:
 *
 * - `opening`: beginning a payment
 * - `following`: looking payments up, and changing or canceling those that were begun
 * - `inspecting`: looking up what became of one: disputes, warnings, reviews
 * - `refunding`: giving money back
 * - `events`: reading what has happened
 */
export const paymentTasks = ['opening', 'following', 'inspecting', 'refunding', 'events'] as const;
export type PaymentTask = (typeof paymentTasks)[number];

/** What the payment provider refuses at present. */
export interface PaymentTrouble {
  task: PaymentTask;
  failure: ProviderFailure;
}
