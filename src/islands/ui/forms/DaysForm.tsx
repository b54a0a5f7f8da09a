import { useState } from 'react';
import { type Days, daysText, mostDays, readDays } from '../../../shared/periods.ts';
import { Field } from './Field.tsx';
import { submitForm } from './submit-form.ts';

interface DaysFormProps {
  label: string;
  /** What stands in it at first; empty texts for nothing. */
  days: Days;
  /** Called with them as `daysText` writes them. */
  onChoose: (period: string) => void;
}

/** Asks for a first and a last day. */
export function DaysForm({ label, days: known, onChoose }: DaysFormProps) {
  const [days, setDays] = useState(known);
  const [isWrong, setIsWrong] = useState(false);
  const input = (name: keyof Days, title: string, error: string | null) => (
    <Field label={title} error={error}>
      {(aria) => (
        <input
          {...aria}
          type="date"
          className="input w-40 max-w-full"
          value={days[name]}
          onChange={(event) => setDays({ ...days, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      noValidate
      aria-label={label}
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) =>
        submitForm(event, async () => {
          const period = daysText(days);
          const isPossible = readDays(period) !== null;
          setIsWrong(!isPossible);
          if (isPossible) onChoose(period);
        })
      }
    >
      {input('from', 'First day', null)}
      {input(
        'to',
        'Last day',
        isWrong ? `Please choose a first and a last day, with ${mostDays} days at most.` : null,
      )}
      <button type="submit" className="btn self-start sm:mt-8">
        Show
      </button>
    </form>
  );
}
