import { type ClipboardEvent, type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { cleanPaste } from '../../client/readings/clean-paste.ts';
import { counted } from '../../shared/plural.ts';
import { countWords } from '../../shared/text.ts';
import { insertText } from '../ui/insert-text.ts';

export type TextField = RefObject<HTMLTextAreaElement | null>;

type WritableTextProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string;
  onValueChange: (text: string) => void;
};

export const writableLook = 'textarea w-full leading-relaxed font-display text-lg!';

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

/** How many characters and words a text has. @param props.recommended such as `500-1000 words` */
export function TextCounts({ text, recommended }: { text: string; recommended?: string | undefined }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm text-quiet tabular-nums">
      <span>
        <span className={recommended && 'max-sm:hidden cramped:hidden'}>
          {counted(text.length, 'character')} ·{' '}
        </span>
        {counted(countWords(text), 'word')}
      </span>
      {recommended && <span className="cramped:sr-only">Recommended: {recommended}</span>}
    </p>
  );
}

/** @returns a text as it was at the last pause in typing of this length, in milliseconds */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
