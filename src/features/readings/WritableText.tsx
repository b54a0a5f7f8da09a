import { type ClipboardEvent, type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { counted } from '../../shared/counted-text.ts';
import { countWords, unifyLineEnds } from '../../shared/text.ts';
import { insertText } from '../../ui/insert-text.ts';

export type TextField = RefObject<HTMLTextAreaElement | null>;

type WritableTextProps = ComponentProps<'textarea'> & { onValueChange: (text: string) => void };

export const writableLook = 'textarea w-full leading-relaxed font-display text-lg';

/** Renders a `<textarea>` that turns pasted HTML into plain paragraphs, and special spaces into ordinary ones. */
export function WritableText({ onValueChange, className = writableLook, ...rest }: WritableTextProps) {
  return (
    <textarea
      {...rest}
      className={className}
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

type TextCountsProps = { text: string; recommended?: string | undefined; isShort?: boolean };

/**
 * Shows a text's numbers of characters and words.
 * @param props.recommended such as `500-1000 words`
 * @param props.isShort adds “very short”
 */
export function TextCounts({ text, recommended, isShort = false }: TextCountsProps) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm text-quiet tabular-nums">
      <span>
        <span className={recommended && 'max-sm:hidden cramped:hidden'}>
          {counted(text.length, 'character')} ·{' '}
        </span>
        {counted(countWords(text), 'word')}
        {isShort && <span className="font-semibold text-tone-warning"> · very short</span>}
      </span>
      {recommended && <span className="cramped:sr-only">Recommended: {recommended}</span>}
    </p>
  );
}

/** Returns the text as it was at the last pause in typing of at least `pauseMs`. */
export function useDebounced(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}

const blocks =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, table, section, article, header, footer';

/** Separates paragraphs by one empty line and replaces characters that look like spaces. */
function cleanPaste(html: string, plain: string): string {
  const text = (html.trim() ? textOf(html) : plain).replace(/\u2029/g, '\n\n');
  const tidy = unifyLineEnds(text)
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n');
  return html.trim() ? tidy.trim() : tidy;
}

function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('style, script, title, template')) hidden.remove();
  for (const pre of body.querySelectorAll('pre')) pre.innerHTML = pre.innerHTML.replaceAll('\n', '<br>');
  // Other line breaks in HTML have no meaning.
  body.innerHTML = body.innerHTML.replace(/[ \t\r\n]+/g, ' ');
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  for (const row of body.querySelectorAll('tr')) row.prepend('\n');
  for (const item of body.querySelectorAll('li')) item.prepend('\n- ');
  for (const block of body.querySelectorAll(blocks)) {
    if (block.parentElement?.closest('li')) continue;
    block.before('\n\n');
    block.after('\n\n');
  }
  return body.textContent ?? '';
}
