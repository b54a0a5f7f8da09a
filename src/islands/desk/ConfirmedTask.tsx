import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Button } from '../ui/pieces.tsx';

interface ConfirmedTaskProps
  extends ComponentProps<typeof Button>,
    Pick<ComponentProps<typeof ConfirmDialog>, 'tone' | 'onConfirm' | 'confirmLabel'> {
  question: string;
  effect: string;
}

export function ConfirmedTask(props: ConfirmedTaskProps) {
  const { question, effect, confirmLabel, tone, onConfirm, onClick, ...button } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        {...button}
        onClick={(event) => {
          onClick?.(event);
          setIsAsking(true);
        }}
      />
      <ConfirmDialog
        {...{ confirmLabel, tone, onConfirm }}
        open={isAsking}
        onOpenChange={setIsAsking}
        title={question}
        description={effect}
      />
    </>
  );
}
