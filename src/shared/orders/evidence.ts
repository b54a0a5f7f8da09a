/** Stripe's names for what a dispute is answered with (https://docs.stripe.com/api/disputes/evidence_object). */
export type EvidenceField =
  | 'access_activity_log'
  | 'customer_communication'
  | 'customer_email_address'
  | 'customer_name'
  | 'product_description'
  | 'receipt'
  | 'refund_policy'
  | 'refund_policy_disclosure'
  | 'service_date'
  | 'service_documentation'
  | 'uncategorized_text';

/** Facts that belong together, and words as they were written. */
export interface EvidencePart {
  title?: string;
  facts: { label: string; value: string }[];
  text?: string;
}

export interface EvidenceSection {
  title: string;
  /** Which of Stripe's fields it answers; empty when it is only part of the whole text. */
  fields: EvidenceField[];
  parts: EvidencePart[];
}

/** What can be shown to a bank that questions the payment of an order. */
export interface Evidence {
  orderNumber: string;
  sections: EvidenceSection[];
}
