import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { answerText, type ShownAnswer } from '../shared/offers/offer-answers.ts';
import type { Tone } from '../shared/orders/order-status.ts';
import { directionOf } from '../shared/text.ts';
import { Button } from './Button.tsx';
import { CardLines, type CardName, siteCards } from './CardLines.tsx';
import { classNames } from './class-names.ts';

const badgeClasses: Record<Tone, string> = {
  warning: 'badge badge-warning',
  info: 'badge badge-info',
  success: 'badge badge-success',
  error: 'badge badge-error',
  neutral: 'badge',
};

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={badgeClasses[tone]}>{children}</span>;
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

export function Skeleton({ className, label }: { className?: string; label?: string }) {
  const shape = <div className={classNames('skeleton', className)} aria-hidden="true" />;
  return label ? (
    <div role="status" aria-label={label}>
      {shape}
    </div>
  ) : (
    shape
  );
}

/** Renders a `<details>` whose content exists only while it is open. */
export function Disclosure(props: { summary: ReactNode; isOpenAtFirst?: boolean; children: ReactNode }) {
  const { summary, isOpenAtFirst = false, children } = props;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{summary}</summary>
      {isOpen && children}
    </details>
  );
}

/** Renders a text with its line breaks, each line in the direction of most of its letters. */
export function TypedText({ text, className, ...rest }: ComponentProps<'p'> & { text: string }) {
  return (
    <p {...rest} className={classNames(className, 'as-typed')}>
      {[...text.matchAll(/[^\n]+\n*|\n+/g)].map(({ 0: paragraph, index }) => (
        <span key={index} dir={directionOf(paragraph)} className="block">
          {paragraph}
        </span>
      ))}
    </p>
  );
}

/** About four lines on a phone. */
const shortCharacters = 140;

/** Renders a typed text. On a phone, folds a long one to two lines, with a button for the rest. */
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

/** Renders the customer's answers with their questions, for a `<dl>`; skips empty answers. */
export function AnswerFacts({ answers }: { answers: ShownAnswer[] }) {
  const given = answers.filter(({ value }) => value !== null && value !== '');
  return given.map((answer, place) => (
    <Fact
      // biome-ignore lint/suspicious/noArrayIndexKey: answers never change, and a question can be asked twice
      key={place}
      label={
        <span dir={directionOf(answer.label)} className="block wrap-anywhere">
          {answer.label}
        </span>
      }
    >
      <FoldedText text={answerText(answer)} />
    </Fact>
  ));
}

type InnerLinkProps = ComponentProps<'a'> & { href: string; onFollow?: (() => void) | undefined };

/** Renders a link to another state of the same page: a plain click calls `onFollow`, others open it as usual. */
export function InnerLink({ href, onFollow, ...rest }: InnerLinkProps) {
  function follow(event: MouseEvent) {
    if (!onFollow || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  }
  return <a {...rest} href={href} onClick={follow} />;
}

type EmptyStateProps = ComponentProps<'div'> & { card: CardName; title: string };

/** Renders a card and a text in place of an empty list. */
export function EmptyState({ card, title, className = '', children, ...panel }: EmptyStateProps) {
  return (
    <div {...panel} className={`panel flex flex-col items-center gap-3 px-4 py-12 text-center ${className}`}>
      <CardLines drawing={siteCards[card]} className="h-28 w-auto" />
      <p className="font-display text-xl">{title}</p>
      {children && <div className="max-w-prose text-quiet">{children}</div>}
    </div>
  );
}
