import { useStore } from '@nanostores/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { placeComments } from '../../client/comments/passages.ts';
import type { Draft } from '../../client/desk/draft.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { classNames } from '../ui/class-names.ts';
import { MarkedText } from './MarkedText.tsx';

interface CommentMarksProps {
  /** What came back. */
  reading: OrderReading;
  /** What stands in the field. */
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The field's classes, which decide where in it a letter stands. */
  className: string;
  done: Draft<Record<string, string>>;
}

/**
 * Marks what there are comments on, unless they are done, in the field in which a text is revised. A field can show no
 * marks: the same text, unseen, lies over it and scrolls with it. Stands in the field's box, which is positioned.
 */
export function CommentMarks({ reading, text, field, className, done }: CommentMarksProps) {
  const ticked = useStore(done.$fields) ?? {};
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    const follow = () => {
      if (sheet.current && area) sheet.current.scrollTop = area.scrollTop;
    };
    follow();
    area?.addEventListener('scroll', follow, { passive: true });
    return () => area?.removeEventListener('scroll', follow);
  });
  const passages = placeComments(reading, text).flatMap(({ comment, place }) =>
    place && !ticked[comment.id] ? place : [],
  );
  return (
    <div
      ref={sheet}
      inert
      className={classNames(
        className,
        'absolute inset-0 overflow-auto border-transparent bg-transparent',
        'wrap-break-word whitespace-pre-wrap text-transparent shadow-none',
      )}
    >
      <MarkedText text={text} passages={passages} />
      {/* A line break at the end has a line of its own in a field. */}
      {'\n'}
    </div>
  );
}
