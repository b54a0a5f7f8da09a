import type { ComponentProps } from 'react';
import { ActionButton } from '../ui/ActionButton.tsx';

interface TaskButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'isBusy'> {
  /** The name of its task. */
  task: string;
  /** The task that runs on the same subject. */
  running: string | undefined;
}

/** A button that is busy while its task runs, and disabled while another one does. */
export function TaskButton({ task, running, disabled, ...rest }: TaskButtonProps) {
  return <ActionButton {...rest} isBusy={running === task} disabled={disabled || running !== undefined} />;
}
