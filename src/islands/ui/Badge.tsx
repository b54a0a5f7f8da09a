import type { ReactNode } from 'react';
import type { Tone } from '../../shared/orders/order-status.ts';
import { classNames } from './class-names.ts';

const classes: Record<Tone, string> = {
  warning: 'badge badge-warning',
  info: 'badge badge-info',
  success: 'badge badge-success',
  error: 'badge badge-error',
  neutral: 'badge',
};

interface BadgeProps {
  tone: Tone;
  /** The whole word, for a badge that is cut off in a table where there is no room for it. */
  title?: string | undefined;
  children: ReactNode;
}

/** A word with the colour of its meaning; the colour never stands alone. */
export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(classes[tone], title !== undefined && '@4xl:block @4xl:shrink @4xl:truncate')}
    >
      {children}
    </span>
  );
}
