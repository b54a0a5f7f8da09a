import { type ReactNode, useDeferredValue } from 'react';
import { cardText } from '../../shared/readings/cards.ts';
import { readSample } from '../../shared/sample-letter.ts';
import type { BusinessIdentity } from '../../shared/shop/business-schema.ts';
import { readBlocks, type TextBlock } from '../../shared/shop/text-blocks.ts';
import { classNames } from '../../ui/class-names.ts';

/* Shows the typed business texts as the pages will. */

type PreviewProps = { text: string; summary?: string };

function PreviewFold({
  summary = 'Preview',
  children,
}: {
  summary?: string | undefined;
  children: ReactNode;
}) {
  return (
    <details className="max-w-[65ch] rounded-field border border-hairline px-4 py-2">
      <summary className="cursor-pointer font-semibold">{summary}</summary>
      <div className="mt-2 space-y-3 pb-2 leading-relaxed">{children}</div>
    </details>
  );
}

export function TextPreview({ text, summary, isHeadline = false }: PreviewProps & { isHeadline?: boolean }) {
  const blocks = readBlocks(useDeferredValue(text));
  return (
    <PreviewFold summary={summary}>
      {isHeadline && <p className="font-display text-4xl wrap-anywhere">{text}</p>}
      {!isHeadline &&
        blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
          <Block key={place} block={block} />
        ))}
    </PreviewFold>
  );
}

/** Shows a sample letter as its page does. */
export function SamplePreview({ text, summary }: PreviewProps) {
  const { question, cards, greeting, paragraphs } = readSample(useDeferredValue(text));
  return (
    <PreviewFold summary={summary}>
      {question && <p className="border-l-2 border-hairline pl-4 text-quiet wrap-anywhere">{question}</p>}
      {greeting && <p className="font-display text-2xl wrap-anywhere">{greeting}</p>}
      <ul aria-label="The cards" className="flex flex-wrap gap-3">
        {cards.map((drawn, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other order
          <li key={place} className="w-24 text-center text-sm">
            <img
              src={`/drawings/${drawn.card}.svg`}
              alt=""
              width="60"
              height="100"
              className={classNames('mx-auto', drawn.isReversed && 'rotate-180')}
            />
            {cardText(drawn)}
          </li>
        ))}
      </ul>
      {paragraphs.map((words) => (
        <p key={words} className="font-display wrap-anywhere">
          {words}
        </p>
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
  if (block.kind === 'heading') return <h5 className="font-display text-xl wrap-anywhere">{block.text}</h5>;
  return <p className="wrap-anywhere">{block.text}</p>;
}

/** Shows where the business's name, contact, address and card statement text appear. */
export function IdentityPreview({ identity }: { identity: BusinessIdentity }) {
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = identity;
  return (
    <PreviewFold>
      <Place where="At the top and bottom of each page, and in emails">
        <p className="font-display text-xl font-medium wrap-anywhere">{siteName}</p>
        <p>
          Questions? Write to{' '}
          <span className="wrap-anywhere text-primary underline underline-offset-4">{contactEmail}</span>
        </p>
      </Place>
      <Place where="Above the terms and on receipts">
        <p className="as-typed wrap-anywhere">
          {[legalName.trim() || siteName, postalAddress.trim()].filter(Boolean).join('\n')}
        </p>
      </Place>
      <Place where="On card statements, after your prefix">
        <p className="wrap-anywhere">{billingDescriptor}</p>
      </Place>
    </PreviewFold>
  );
}

function Place({ where, children }: { where: string; children: ReactNode }) {
  return (
    <section>
      <h5 className="font-sans text-sm tracking-normal text-quiet">{where}</h5>
      {children}
    </section>
  );
}
