import { directionOf } from '../../shared/direction.ts';

/** What somebody typed, each paragraph the way most of its letters run; stands in an element that is `as-typed`. */
export function TypedText({ text }: { text: string }) {
  return [...text.matchAll(/[^\n]+\n*|\n+/g)].map(({ 0: paragraph, index }) => (
    <span key={index} dir={directionOf(paragraph)} className="block">
      {paragraph}
    </span>
  ));
}
