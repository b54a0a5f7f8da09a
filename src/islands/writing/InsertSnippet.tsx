import { memo, type RefObject, useEffect, useState } from 'react';
import type { SnippetPickerProps } from '../snippets/SnippetPicker.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { insertText } from '../ui/insert-text.ts';

/** Comes when it is opened first. */
const Picker = lazyPart(() => import('../snippets/SnippetPicker.tsx'), 'SnippetPicker', null);

interface InsertSnippetProps extends Pick<SnippetPickerProps, 'desk'> {
  addresseeName: string;
  contentField: RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
}

/** Puts a snippet where the caret is, by a button or by Ctrl and ; in the text. Not rendered again at every key. */
export const InsertSnippet = memo(function InsertSnippet(props: InsertSnippetProps) {
  const { desk, addresseeName, contentField, disabled } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    const field = contentField.current;
    if (!field || disabled) return;
    const act = (event: KeyboardEvent) => {
      if (event.key !== ';' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setIsWanted(true);
      setIsOpen(true);
    };
    field.addEventListener('keydown', act);
    return () => field.removeEventListener('keydown', act);
  }, [contentField, disabled]);

  function open() {
    // When it is over, the focus returns to where it was: the caret stands there still.
    contentField.current?.focus({ preventScroll: true });
    setIsWanted(true);
    setIsOpen(true);
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-keyshortcuts="Control+;"
        disabled={disabled}
        onClick={open}
      >
        Snippets <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl ;</kbd>
      </button>
      {isWanted && (
        <Picker
          desk={desk}
          open={isOpen}
          onOpenChange={setIsOpen}
          addresseeName={addresseeName}
          onInsert={insertText}
        />
      )}
    </>
  );
});
