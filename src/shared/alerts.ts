/** Something the admin should look at. */
export interface Alert {
  code:
    | 'webhook_silent'
    | 'webhook_refused'
    | 'payment_review'
    | 'payment_stray'
    | 'payment_disputed'
    | 'payment_inquiry'
    | 'payment_warning'
    | 'refund_failed'
    | 'refund_waiting'
    | 'nobody_free'
    | 'reading_late'
    | 'question_unanswered'
    | 'problem_told'
    | 'order_withdrawn'
    | 'payment_open'
    | 'mail_failed'
    | 'mail_refused'
    | 'address_unset'
    | 'payments_refused'
    | 'payments_unread'
    | 'disputes_unread'
    | 'refunds_refused'
    | 'events_unread'
    | 'events_waiting'
    | 'account_stopped'
    | 'webhook_endpoint'
    | 'descriptor_too_long'
    | 'cards_declined'
    | 'proxy_not_trusted'
    | 'proxy_silent'
    | 'database_lost'
    | 'storage_failed'
    | 'backup_failed'
    | 'backup_old';
  /** A sentence that says what it is and what to do */
  message: string;
  /** How many, where it can be counted */
  count: number;
  /** Some of the orders it is about, where no filter of the list finds them */
  orders: { id: string; orderNumber: string }[];
}
