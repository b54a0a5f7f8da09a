import { useDeferredValue } from 'react';
import { readBlocks, type TextBlock } from '../../shared/text-blocks.ts';
import { PreviewFold } from './PreviewFold.tsx';

/** A text as its page will show it. */
export function TextPreview({ text }: { text: string }) {
  const blocks = readBlocks(useDeferredValue(text));
  return (
    <PreviewFold>
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
        <Block key={place} block={block} />
      ))}
    </PreviewFold>
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
