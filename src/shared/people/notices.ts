import type { Role } from './staff.ts';

export const notices = {
  order_assigned: { role: 'reader', label: 'An order is assigned to me' },
  reading_rejected: { role: 'reader', label: 'A reading of mine is sent back with feedback' },
  due_soon: { role: 'reader', label: 'A reading is due within a business day' },
  answer_for_reader: { role: 'reader', label: 'A customer answers a question about an order of mine' },
  reading_submitted: { role: 'admin', label: 'A reading is waiting for my approval' },
  mail_failed: { role: 'admin', label: 'An email to a customer could not be delivered' },
  reading_late: { role: 'admin', label: 'A reading will be late, and its customer can be told' },
  order_overdue: { role: 'admin', label: 'An order is late' },
  answer_for_admin: { role: 'admin', label: 'A customer answers a question' },
  problem_for_admin: { role: 'admin', label: 'A customer reports a problem' },
  withdrawal_for_admin: { role: 'admin', label: 'A customer withdraws from the contract' },
} as const satisfies Record<string, { role: Role; label: string }>;
export type NoticeKind = keyof typeof notices;
export const noticeKinds = Object.keys(notices) as [NoticeKind, ...NoticeKind[]];
