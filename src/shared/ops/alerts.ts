export interface Alert {
  code:
    | 'storage_failed'
    | 'webhook_silent'
    | 'payment_review'
    | 'payment_stray'
    | 'payment_disputed'
    | 'refund_failed'
    | 'no_reader_free'
    | 'reading_late'
    | 'question_unanswered'
    | 'message_unanswered'
    | 'order_withdrawn'
    | 'backup_failed'
    | 'mail_failed'
    | 'payments_refused';
  message: string;
  count: number;
  orders: { id: string; orderNumber: string }[];
}
