import type { ComponentProps } from 'react';
import { passFocusOnRemoval } from './pass-focus-on-removal.ts';

interface ButtonProps extends ComponentProps<'button'> {
  /** While it works it ignores presses, and keeps the focus, as a disabled button would not. */
  isBusy?: boolean | undefined;
  busyLabel?: string | undefined;
  /** In place of `isBusy`: busy while `running` is this task, disabled while it is another of the same subject. */
  task?: string;
  running?: string | undefined;
}

/** A button, small by default. With `isBusy` or `task` it ignores double clicks and hands its focus on when removed. */
export function Button(props: ButtonProps) {
  const { isBusy, busyLabel = 'Saving…', task, running, disabled, onClick, children, ...rest } = props;
  if (isBusy === undefined && task === undefined) {
    return (
      <button type="button" className="btn btn-sm" {...rest} disabled={disabled} onClick={onClick}>
        {children}
      </button>
    );
  }
  const isWorking = isBusy ?? running === task;
  return (
    <button
      type="button"
      className="btn btn-sm"
      {...rest}
      ref={passFocusOnRemoval}
      disabled={(disabled || running !== undefined) && !isWorking}
      aria-disabled={isWorking || rest['aria-disabled']}
      onClick={(event) => {
        if (isWorking || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isWorking ? (
        <span key="busy" className="contents">
          <Spinner /> {busyLabel}
        </span>
      ) : (
        <span className="contents">{children}</span>
      )}
    </button>
  );
}

/** The main button of a form, in a box of its own: a grid would stretch it. */
export function SubmitButton(props: ButtonProps) {
  return (
    <div>
      <Button className="btn btn-primary" {...props} type="submit" />
    </div>
  );
}

const look =
  'inline-block size-[1.25em] animate-spin rounded-full border-2 border-current/25 border-t-current';

/** Announced with a label; without, the text beside it says so. */
export function Spinner({ label }: { label?: string }) {
  const aria = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <span className={look} {...aria} />;
}
