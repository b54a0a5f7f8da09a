import type { ClipboardEvent, ComponentProps } from 'react';
import { cleanPaste } from '../../client/readings/clean-paste.ts';
import { insertText } from '../ui/insert-text.ts';

export interface WritableTextProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onValueChange: (text: string) => void;
}

/** How a reading looks in the field in which it is written. */
export const writableLook = 'textarea w-full leading-relaxed font-display text-lg!';

/** A text field for a reading, which takes what is pasted as paragraphs. */
export function WritableText({ value, onValueChange, className = writableLook, ...rest }: WritableTextProps) {
  return (
    <textarea
      {...rest}
      className={className}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onPaste={pasteParagraphs}
    />
  );
}

function pasteParagraphs(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const plain = event.clipboardData.getData('text/plain');
  const text = cleanPaste(event.clipboardData.getData('text/html'), plain);
  if (text === plain || event.currentTarget.readOnly) return;
  event.preventDefault();
  insertText(text);
}
