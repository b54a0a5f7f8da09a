import { limits } from '../../shared/limits.ts';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/forms/Field.tsx';

interface NotesFieldProps {
  value: string;
  onValueChange: (notes: string) => void;
  readOnly: boolean;
  hint?: string;
  /** Whether it takes little room: one line that grows with what it holds, the hint beside the label. */
  isBrief?: boolean;
}

/** What is noted beside a reading; the customer never sees it. */
export function NotesField({ value, onValueChange, readOnly, hint, isBrief = false }: NotesFieldProps) {
  const label = isBrief ? (
    <>
      Internal notes <span>(optional) · {hint}</span>
    </>
  ) : (
    'Internal notes'
  );
  return (
    <Field label={label} optional={!isBrief} hint={isBrief ? undefined : hint}>
      {(aria) => (
        <textarea
          {...aria}
          rows={isBrief ? 1 : 3}
          className={classNames('textarea w-full', isBrief && 'field-sizing-content max-h-40 min-h-11')}
          maxLength={limits.notesCharacters}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
