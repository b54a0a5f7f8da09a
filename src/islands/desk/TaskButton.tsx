import type { ComponentProps } from 'react';
import { ActionButton } from '../ui/ActionButton.tsx';

interface TaskButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'isBusy'> {
  task: string;
  /** The task that runs on the same subject. */
  running: string | undefined;
}

export function TaskButton({ task, running, disabled, ...rest }: TaskButtonProps) {
  return <ActionButton {...rest} isBusy={running === task} disabled={disabled || running !== undefined} />;
}
