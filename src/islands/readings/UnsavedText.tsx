import { readingTexts } from '../../client/readings/reading-texts.ts';
import { TypedTexts } from '../ui/errors/typed-texts.tsx';
import { Field } from '../ui/forms/Field.tsx';

interface UnsavedTextProps {
  /** Why it cannot be saved any more. */
  why: string;
  text: string;
  /** Cards and notes that were typed with it. */
  beside?: Omit<Parameters<typeof readingTexts>[0], 'content'> | undefined;
  onDiscard: () => void;
  /** Opens an editor with it, where there is one. */
  onUse?: (() => void) | undefined;
}

/** A text that cannot be saved where it was written any more: it stays until its writer lets go of it. */
export function UnsavedText({ why, text, beside, onDiscard, onUse }: UnsavedTextProps) {
  return (
    <section
      aria-label="Your unsaved text"
      className="grid gap-3 rounded-field border border-warning px-4 py-3"
    >
      <Field label="Your unsaved text" hint={why}>
        {(aria) => <textarea {...aria} rows={6} readOnly className="textarea w-full" value={text} />}
      </Field>
      {beside && <TypedTexts texts={readingTexts({ ...beside, content: '' })} />}
      <div className="flex flex-wrap gap-2">
        {onUse && (
          <button type="button" className="btn btn-sm btn-primary" onClick={onUse}>
            Edit the reading with it
          </button>
        )}
        <button type="button" className="btn btn-sm" onClick={onDiscard}>
          Discard it
        </button>
      </div>
    </section>
  );
}
