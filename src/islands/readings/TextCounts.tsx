import { counted } from '../../shared/plural.ts';
import { countWords } from '../../shared/text.ts';

interface TextCountsProps {
  text: string;
  /** How long the text should be, in words: "500-1000 words". */
  recommended?: string | undefined;
}

/** How many characters and words a text has. */
export function TextCounts({ text, recommended }: TextCountsProps) {
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
