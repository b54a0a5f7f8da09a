import type { ReactNode } from 'react';
import { cardsText } from '../../shared/readings/cards.ts';
import { Button } from '../../ui/Button.tsx';
import { TypedTexts } from '../../ui/errors/typed-texts.tsx';
import { TextAreaField } from '../../ui/forms/Field.tsx';
import { parseCards } from './cards/serialize-cards.ts';
import type { ReadingDraft } from './reading-store.ts';

type Typed = ReadingDraft & { internalNotes?: string };

/** Returns a draft's text, cards, and notes with labels, for copying; skips blank ones. */
export function readingTexts(typed: Typed) {
  return [
    { label: 'Text', text: typed.content },
    { label: 'Cards', text: cardsText(parseCards(typed.cards)) },
    { label: 'Notes', text: typed.internalNotes ?? '' },
  ].filter(({ text }) => text.trim());
}

type TextProps = { why: ReactNode; typed: Typed; onDiscard: () => void; onUse?: (() => void) | undefined };

/** Shows a text that can no longer be saved where it was written, to copy, use, or discard. */
export function UnsavedText({ why, typed, onDiscard, onUse }: TextProps) {
  return (
    <section
      aria-label="Your unsaved text"
      className="grid gap-3 rounded-field border border-warning px-4 py-3"
    >
      <TextAreaField label="Your unsaved text" hint={why} rows={6} readOnly value={typed.content} />
      <TypedTexts texts={readingTexts({ ...typed, content: '' })} />
      <div className="flex flex-wrap gap-2">
        {onUse && (
          <Button className="btn btn-sm btn-primary" onClick={onUse}>
            Edit the reading with this text
          </Button>
        )}
        <Button onClick={onDiscard}>Discard it</Button>
      </div>
    </section>
  );
}
