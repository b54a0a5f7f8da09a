import { useDeferredValue, useMemo } from 'react';
import type { ReadingComment } from '../../shared/readings/comments.ts';
import { type Place, placesOf } from '../../shared/readings/passages.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';

interface PlacedComment {
  comment: ReadingComment;
  /** Where its passage is in the text as it stands now. */
  place: Place;
}

/**
 * @param reading what came back
 * @param text what it has become while somebody writes
 * @returns the comments on it, and the text that they are placed in: at a key it may be a moment older, so that
 *   typing does not wait
 */
export function usePlaces(reading: OrderReading, text: string): { text: string; placed: PlacedComment[] } {
  const settled = useDeferredValue(text);
  const placed = useMemo(() => {
    const comments = reading.comments.filter(({ revision }) => revision === reading.revision);
    const places = placesOf(comments, reading.content, settled);
    return comments.map((comment, index) => ({
      comment,
      place: places[index] ?? { state: 'gone' as const },
    }));
  }, [reading, settled]);
  return { text: settled, placed };
}
