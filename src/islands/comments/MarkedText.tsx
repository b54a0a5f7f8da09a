import type { Passage } from '../../shared/readings/comments.ts';

/** Marks passages, which may overlap. @param props.from the position of the text in that of the passages */
export function MarkedText(props: { text: string; from?: number; passages: readonly Passage[] }) {
  const { text, from = 0, passages } = props;
  const to = from + text.length;
  const marked = passages.filter((passage) => passage.from < to && passage.to > from);
  const edges = marked.flatMap((passage) => [Math.max(from, passage.from), Math.min(to, passage.to)]);
  const cuts = [...new Set([from, ...edges, to])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? to;
    const part = text.slice(start - from, end - from);
    const isMarked = marked.some((passage) => passage.from <= start && passage.to >= end);
    return isMarked ? (
      <mark key={start} className="passage">
        {part}
      </mark>
    ) : (
      <span key={start}>{part}</span>
    );
  });
}
