/** Something that the admin has to act on. What is only good to know, or heals by itself, is none. */
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
  /** A sentence that says what it is and what to do */
  message: string;
  /** How many, where it can be counted */
  count: number;
  /** Some of the orders it is about */
  orders: { id: string; orderNumber: string }[];
}
