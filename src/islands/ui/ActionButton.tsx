import { type ComponentProps, useEffect, useRef } from 'react';
import { Spinner } from './Spinner.tsx';

interface ActionButtonProps extends ComponentProps<'button'> {
  isBusy: boolean;
  /** What the button says while it works. */
  busyLabel: string;
}

/** A button that is disabled while it works, says so, and has the focus back afterwards. */
export function ActionButton({
  isBusy,
  busyLabel,
  disabled,
  children,
  type = 'button',
  ...rest
}: ActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useEffect(() => {
    if (isBusy || !hadFocus.current) return;
    hadFocus.current = false;
    // A disabled button loses the focus; it is given back unless the person has moved on.
    if (document.activeElement === document.body) button.current?.focus();
  }, [isBusy]);

  return (
    <button
      {...rest}
      ref={button}
      type={type}
      disabled={disabled || isBusy}
      onClick={(event) => {
        hadFocus.current = true;
        rest.onClick?.(event);
      }}
    >
      {isBusy ? (
        <>
          <Spinner /> {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}
