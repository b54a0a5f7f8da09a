import { useState } from 'react';
import { classNames } from './class-names.ts';
import { useMedia } from './use-media.ts';

/** What has no more characters takes about four lines there. */
const shortCharacters = 140;

/** What somebody wrote. Of a long text a phone shows the beginning: what one came for stands below it. */
export function FoldedText({ text }: { text: string }) {
  const isPhone = useMedia('(width < 40rem)');
  const [isOpen, setIsOpen] = useState(false);
  const canFold = isPhone && (text.length > shortCharacters || text.split('\n').length > 4);
  const isFolded = canFold && !isOpen;
  return (
    <>
      <p
        title={isFolded ? text : undefined}
        className={classNames('max-w-prose as-typed', isFolded && 'line-clamp-2')}
      >
        {text}
      </p>
      {canFold && (
        <button
          type="button"
          className="text-link min-h-6 cursor-pointer text-sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
