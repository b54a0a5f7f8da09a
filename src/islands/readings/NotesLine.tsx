import { useId } from 'react';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';

interface NotesLineProps {
  value: string;
  onValueChange: (notes: string) => void;
  readOnly: boolean;
}

/** What is noted beside a reading, in one line that grows with what it holds: the room is the text's. */
export function NotesLine({ value, onValueChange, readOnly }: NotesLineProps) {
  const id = useId();
  const excessId = useId();
  const excess = excessWords(value, limits.notesCharacters);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 folded:hidden">
      <label htmlFor={id} className="text-sm font-semibold max-sm:sr-only">
        Internal notes <span className="font-normal text-quiet">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={1}
        className="textarea field-sizing-content max-h-32 min-h-9 w-auto min-w-0 grow basis-52 py-1.5"
        placeholder="The customer never sees them"
        aria-invalid={excess ? true : undefined}
        aria-describedby={excess ? excessId : undefined}
        readOnly={readOnly}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {excess && (
        <p id={excessId} className="field-error basis-full">
          {excess}
        </p>
      )}
    </div>
  );
}
