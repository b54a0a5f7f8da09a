import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { DeskPart } from '../errors/DeskPart.tsx';
import { CloseIcon } from '../Icon.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** Whether a dialog is open, and the callback with which it asks to be closed. */
export type DialogState = { open: boolean; onClose: () => void };

const widths = { md: 'max-w-lg', lg: 'max-w-3xl' };

interface DialogProps extends DialogState {
  title: string;
  description?: string | undefined;
  children: ReactNode;
  onClosed?: () => void;
  size?: keyof typeof widths;
}

/** Renders a modal dialog. Escape or a click outside closes it; `onClosed` runs once the focus has returned. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, onClosed, size = 'md' } = props;
  const returnFocus = useReturnFocus(open, onClosed);
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="modal modal-open">
          <Radix.Content
            {...returnFocus}
            // Escape ends an input method’s composition, not the dialog.
            onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
            className={classNames('modal-box', widths[size])}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header className="flex items-start gap-4">
              <div className="min-w-0 flex-1">
                <Radix.Title className="font-display text-2xl wrap-anywhere">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-quiet wrap-anywhere">
                    {description}
                  </Radix.Description>
                )}
              </div>
              <Radix.Close data-dismiss className="btn btn-ghost btn-sm btn-circle" aria-label="Close">
                <CloseIcon />
              </Radix.Close>
            </header>
            <div className="mt-4">
              <DeskPart name="dialog">{children}</DeskPart>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
