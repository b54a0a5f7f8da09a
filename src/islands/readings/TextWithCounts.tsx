import type { ClipboardEvent, ComponentProps } from 'react';
import { cleanPaste } from '../../client/readings/clean-paste.ts';
import { counted } from '../../shared/plural.ts';
import { countWords } from '../../shared/text.ts';
import { classNames } from '../ui/class-names.ts';

interface TextWithCountsProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onValueChange: (text: string) => void;
  /** How long the text should be, in words: "500-1000 words". */
  recommended?: string;
}

/** A text field that says how many characters and words it holds, and takes what is pasted as paragraphs. */
export function TextWithCounts(props: TextWithCountsProps) {
  const { value, onValueChange, recommended, className, ...rest } = props;
  const characters = value.length;
  const words = countWords(value);
  return (
    <div>
      <textarea
        {...rest}
        className={classNames('textarea w-full leading-relaxed', className)}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onPaste={pasteParagraphs}
      />
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-quiet tabular-nums">
        <span>
          {counted(characters, 'character')} · {counted(words, 'word')}
        </span>
        {recommended && <span>Recommended: {recommended}</span>}
      </p>
      {rest.maxLength !== undefined && characters >= rest.maxLength && (
        <p role="alert" className="field-error">
          This is as long as a text can be. If you have pasted more, the end of it is missing.
        </p>
      )}
    </div>
  );
}

function pasteParagraphs(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const plain = event.clipboardData.getData('text/plain');
  const text = cleanPaste(event.clipboardData.getData('text/html'), plain);
  if (text === plain || event.currentTarget.readOnly) return;
  event.preventDefault();
  // The one way to put text into a field that the browser can undo.
  document.execCommand('insertText', false, text);
}
