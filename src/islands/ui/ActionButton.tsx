import type { ComponentProps } from 'react';
import { handsOnFocus } from './hands-on-focus.ts';
import { Spinner } from './Spinner.tsx';

type WorkingButtonProps = ComponentProps<'button'> & { isBusy: boolean };

/** Ignores presses while it works and second clicks. It keeps the focus meanwhile, as a disabled button would not. */
export function WorkingButton({ isBusy, disabled, onClick, type = 'button', ...rest }: WorkingButtonProps) {
  return (
    <button
      {...rest}
      ref={handsOnFocus}
      type={type}
      disabled={disabled && !isBusy}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

export function ActionButton({ busyLabel, children, ...rest }: WorkingButtonProps & { busyLabel: string }) {
  return (
    <WorkingButton {...rest}>
      {rest.isBusy ? (
        <span key="busy" className="contents">
          <Spinner /> {busyLabel}
        </span>
      ) : (
        <span className="contents">{children}</span>
      )}
    </WorkingButton>
  );
}
