import type { ReactNode } from 'react';
import type { Tone } from '../../shared/orders/order-status.ts';

const classes: Record<Tone, string> = {
  warning: 'badge badge-warning',
  info: 'badge badge-info',
  success: 'badge badge-success',
  error: 'badge badge-error',
  neutral: 'badge',
};

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classes[tone]}>{children}</span>;
}
