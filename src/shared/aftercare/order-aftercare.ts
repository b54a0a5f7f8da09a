import type { OrderFeedback } from './feedback-schema.ts';
import type { OrderProblem } from './problems.ts';
import type { OrderWithdrawal } from './withdrawal.ts';

/** `GET /api/orders/{id}/aftercare`; lists have the oldest first. */
export interface OrderAftercare {
  feedback: OrderFeedback | null;
  problems: OrderProblem[];
  withdrawals: OrderWithdrawal[];
  /** Null when it was not asked for; `at` is ISO 8601 */
  consent: { words: string; at: string } | null;
}
