import * as AlertDialog from 'radix-ui/alert-dialog';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { classNames } from '../class-names.ts';
import { DeskPart } from '../errors/DeskPart.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** Renders a confirmation dialog; confirming also calls `onClose`. Escape cancels; a click outside does nothing. */
export function ConfirmDialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  tone?: 'default' | 'destructive';
  children?: ReactNode;
}) {
  const { open, description, tone = 'default', children } = props;
  const returnFocus = useReturnFocus(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => isOpen || props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="modal modal-open">
          <AlertDialog.Content
            {...returnFocus}
            // Escape ends an input method’s composition, not the dialog.
            onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
            className="modal-box max-w-md"
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <AlertDialog.Title className="font-display text-xl wrap-anywhere">
              {props.title}
            </AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-2 text-quiet wrap-anywhere">
                {description}
              </AlertDialog.Description>
            )}
            {children && (
              <div className="mt-4">
                <DeskPart name="dialog">{children}</DeskPart>
              </div>
            )}
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel data-dismiss className="btn">
                Cancel
              </AlertDialog.Cancel>
              <AlertDialog.Action
                className={classNames('btn', tone === 'destructive' ? 'btn-error' : 'btn-primary')}
                onClick={props.onConfirm}
              >
                {props.confirmLabel}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface ConfirmedTaskProps
  extends ComponentProps<typeof Button>,
    Pick<ComponentProps<typeof ConfirmDialog>, 'tone' | 'onConfirm' | 'confirmLabel'> {
  question: string;
  effect: string;
}

/** Renders a button that asks `question` before `onConfirm`. Its text is `confirmLabel` unless it has children. */
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
      >
        {button.children ?? confirmLabel}
      </Button>
      <ConfirmDialog
        {...{ confirmLabel, tone, onConfirm }}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={question}
        description={effect}
      />
    </>
  );
}
