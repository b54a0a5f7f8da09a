import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { Field } from '../ui/forms/Field.tsx';

interface NotesFieldProps {
  value: string;
  onValueChange: (notes: string) => void;
  readOnly: boolean;
  hint?: string;
}

/** What is noted beside a reading; the customer never sees it. */
export function NotesField({ value, onValueChange, readOnly, hint }: NotesFieldProps) {
  return (
    <Field excess={excessWords(value, limits.notesCharacters)} label="Internal notes" optional hint={hint}>
      {(aria) => (
        <textarea
          {...aria}
          rows={3}
          className="textarea w-full"
          readOnly={readOnly}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
