import { useDeferredValue } from 'react';
import { readBlocks, type TextBlock } from '../../shared/text-blocks.ts';

/** A text as its page will show it. */
export function TextPreview({ text }: { text: string }) {
  const blocks = readBlocks(useDeferredValue(text));
  return (
    <details className="max-w-[65ch] rounded-field border border-hairline px-4 py-2">
      <summary className="cursor-pointer font-semibold">Preview</summary>
      <div className="mt-2 space-y-3 pb-2 leading-relaxed">
        {blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
          <Block key={place} block={block} />
        ))}
      </div>
    </details>
  );
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'list') {
    return (
      <ul className="list-disc space-y-1 pl-5">
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list has no other order
          <li key={place} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    );
  }
  if (block.kind === 'heading') return <h3 className="font-display text-xl wrap-anywhere">{block.text}</h3>;
  return <p className="wrap-anywhere">{block.text}</p>;
}
