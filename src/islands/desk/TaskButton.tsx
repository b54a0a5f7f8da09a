import type { ComponentProps } from 'react';
import { ActionButton } from '../ui/ActionButton.tsx';

interface TaskButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'isBusy'> {
  /** What it has done, by the name of its `Task`. */
  task: string;
  /** What runs on the same subject, if something does. */
  running: string | undefined;
}

/** A button that says so while what it asked for is done, and waits while something else is. */
export function TaskButton({ task, running, disabled, ...rest }: TaskButtonProps) {
  return <ActionButton {...rest} isBusy={running === task} disabled={disabled || running !== undefined} />;
}
