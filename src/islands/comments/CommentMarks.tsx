import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import type { Draft } from '../../client/desk/draft.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { PassageMarks } from './PassageMarks.tsx';
import { usePlaces } from './use-places.ts';

interface CommentMarksProps {
  /** What came back. */
  reading: OrderReading;
  /** What stands in the field. */
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  done: Draft<Record<string, string>>;
}

/** Marks what there are comments on, unless they are done, in the field in which a text is revised. */
export function CommentMarks({ reading, text, field, done }: CommentMarksProps) {
  const ticked = useStore(done.$fields) ?? {};
  const { text: settled, placed } = usePlaces(reading, text);
  const passages = placed.flatMap(({ comment, place }) =>
    place.state === 'gone' || ticked[comment.id] ? [] : place,
  );
  return passages.length > 0 ? <PassageMarks field={field} text={settled} passages={passages} /> : null;
}
