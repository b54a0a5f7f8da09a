import type { ReactNode } from 'react';
import type { Tone } from '../../shared/order-status.ts';

const classes: Record<Tone, string> = {
  warning: 'mark mark-warning',
  info: 'mark mark-info',
  success: 'mark mark-success',
  error: 'mark mark-error',
  neutral: 'mark',
};

/** A word with the colour of its meaning; the colour never stands alone. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classes[tone]}>{children}</span>;
}
