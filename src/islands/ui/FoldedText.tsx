import { useState } from 'react';
import { classNames } from './class-names.ts';
import { TypedText } from './TypedText.tsx';
import { useMedia } from './use-media.ts';

/** About four lines on a phone. */
const shortCharacters = 140;

function useIsLong(text: string): boolean {
  const isPhone = useMedia('(width < 40rem)');
  return isPhone && (text.length > shortCharacters || text.split('\n').length > 4);
}

export function FoldedText({ text }: { text: string }) {
  const isLong = useIsLong(text);
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = isLong && !isOpen;
  return (
    <>
      <TypedText
        title={isFolded ? text : undefined}
        className={classNames('max-w-prose', isFolded && 'line-clamp-2')}
        text={text}
      />
      {isLong && (
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
