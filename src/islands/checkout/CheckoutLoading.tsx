import { Spinner } from '../ui/Spinner.tsx';

/** Holds the place of the form in its shape, so that nothing jumps when it arrives. */
export function CheckoutLoading() {
  return (
    <div className="checkout-loading">
      <p className="flex items-center gap-3 py-2 text-quiet" role="status">
        <Spinner /> Loading checkout...
      </p>
      <div className="mt-4 space-y-4" aria-hidden="true">
        <div className="h-72 rounded-field bg-base-200" />
        <div className="h-11 rounded-field bg-base-200" />
        <div className="h-11 rounded-field bg-base-200" />
        <div className="h-11 rounded-field bg-base-200" />
        <div className="h-28 rounded-field bg-base-200" />
        <div className="h-40 rounded-field bg-base-200" />
      </div>
    </div>
  );
}
