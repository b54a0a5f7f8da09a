import type { OrderFeedback } from './feedback.ts';
import type { OrderProblem } from './problems.ts';
import type { OrderWithdrawal } from './withdrawal.ts';

/** What a customer said after they had ordered, and what they consented to: `GET /api/orders/{id}/aftercare`. */
export interface OrderAftercare {
  feedback: OrderFeedback | null;
  /** The oldest first */
  problems: OrderProblem[];
  /** The oldest first */
  withdrawals: OrderWithdrawal[];
  /** What was ticked at the checkout; null when it was not asked for. `at` is ISO 8601 */
  consent: { words: string; at: string } | null;
}
