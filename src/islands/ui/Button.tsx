import type { ComponentProps } from 'react';

/** A button that submits no form; small, unless its classes say otherwise. */
export function Button({ className = 'btn btn-sm', ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={className} {...rest} />;
}
