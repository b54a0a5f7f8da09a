import { useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { TypedText } from './TypedText.tsx';

/** About four lines on a phone. */
const shortCharacters = 140;

/** On a phone a long text is folded. */
export function FoldedText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > shortCharacters || text.split('\n').length > 4;
  return (
    <>
      <TypedText
        className={classNames('max-w-prose', isLong && !isOpen && 'max-sm:line-clamp-2')}
        text={text}
      />
      {isLong && (
        <Button
          className="text-link min-h-6 cursor-pointer text-sm sm:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
