/** Something that the admin has to act on. */
export interface Alert {
  code:
    | 'storage_failed'
    | 'webhook_silent'
    | 'payment_review'
    | 'payment_stray'
    | 'payment_disputed'
    | 'refund_failed'
    | 'nobody_free'
    | 'reading_late'
    | 'question_unanswered'
    | 'problem_told'
    | 'order_withdrawn'
    | 'backup_failed'
    | 'mail_failed'
    | 'mail_refused'
    | 'payments_refused'
    | 'proxy_mismatch';
  /** What it is and what to do. */
  message: string;
  count: number;
  /** Some of the orders it is about */
  orders: { id: string; orderNumber: string }[];
}
