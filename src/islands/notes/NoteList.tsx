import type { Note } from '../../shared/notes/notes.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { TypedText } from '../ui/TypedText.tsx';

interface NoteListProps {
  label: string;
  notes: Note[];
}

/** Notes as they were written; a new one is read out. */
export function NoteList({ label, notes }: NoteListProps) {
  const { happened } = useBusinessDays();
  return (
    <div role="log" aria-label={label}>
      <ol className="grid gap-3">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id} className="min-w-0 border-l-2 border-primary pl-3">
            <p className="flex flex-wrap gap-x-2 text-sm">
              <span className="min-w-0 font-semibold wrap-anywhere">{author}</span>
              <time dateTime={createdAt} className="text-quiet">
                {happened(createdAt)}
              </time>
            </p>
            <TypedText className="max-w-prose" text={text} />
          </li>
        ))}
      </ol>
    </div>
  );
}
