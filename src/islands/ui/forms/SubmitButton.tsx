import type { ComponentProps } from 'react';
import { ActionButton } from '../ActionButton.tsx';

type SubmitButtonProps = Partial<ComponentProps<typeof ActionButton>> & { isBusy: boolean };

export function SubmitButton({ busyLabel = 'Saving…', ...rest }: SubmitButtonProps) {
  return (
    <div>
      <ActionButton className="btn btn-primary" {...rest} type="submit" busyLabel={busyLabel} />
    </div>
  );
}
