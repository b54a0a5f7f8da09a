import type { ReactNode } from 'react';
import { Spinner } from '../ui/Spinner.tsx';

/** Holds the place of the payment's fields in their shape, so that nothing jumps when they arrive. */
export function PaymentLoading({ children }: { children: ReactNode }) {
  return (
    <p className="payment-loading needs-script" role="status">
      <Spinner /> {children}
    </p>
  );
}
