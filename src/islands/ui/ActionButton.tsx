import type { ComponentProps } from 'react';
import { handsOnFocus } from './hands-on-focus.ts';
import { Spinner } from './Spinner.tsx';

interface WorkingButtonProps extends ComponentProps<'button'> {
  isBusy: boolean;
}

/**
 * A button that ignores every press while it works, Enter in a field of its form included, and the second half of a
 * double click: it would be for what has come up there since. It keeps the focus meanwhile, which a disabled one would
 * lose: `disabled` is for what cannot be pressed at all as yet. When it is gone after its work, it hands the focus on.
 */
export function WorkingButton({ isBusy, disabled, onClick, type = 'button', ...rest }: WorkingButtonProps) {
  return (
    <button
      {...rest}
      ref={handsOnFocus}
      type={type}
      disabled={disabled && !isBusy}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface ActionButtonProps extends WorkingButtonProps {
  /** What the button says while it works. */
  busyLabel: string;
}

/** A working button that says so. */
export function ActionButton({ busyLabel, children, ...rest }: ActionButtonProps) {
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
