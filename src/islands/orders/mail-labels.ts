import type { OrderMail } from '../../shared/orders/mails.ts';
import type { StatusLabel } from '../../shared/orders/order-status.ts';

/** How the state of a mail is called. */
export const mailLabels: Record<OrderMail['state'], StatusLabel> = {
  queued: { label: 'Waiting', tone: 'info' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'error' },
  canceled: { label: 'Taken back', tone: 'neutral' },
};
