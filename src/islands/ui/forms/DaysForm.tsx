import { type Days, daysText, mostDays, readDays } from '../../../shared/periods.ts';
import { Field } from './Field.tsx';
import { type FormErrors, useForm } from './use-form.ts';

interface DaysFormProps {
  label: string;
  /** The days that are shown at first; blank texts for none. */
  days: Days;
  /** Gets them as `daysText` writes them. */
  onChoose: (period: string) => void;
}

/** Asks for a first and a last day. */
export function DaysForm({ label, days, onChoose }: DaysFormProps) {
  const { field, onSubmit } = useForm({
    stored: days,
    toSent: (_, all) => daysText(all),
    check: (period): FormErrors =>
      readDays(period) === null
        ? { to: `Please choose a first and a last day, with ${mostDays} days at most.` }
        : {},
    async save(period) {
      onChoose(period);
      return false;
    },
  });
  const input = (name: keyof Days, title: string) => {
    const { error, ...rest } = field(name);
    return (
      <Field label={title} error={error}>
        {(aria) => <input {...aria} {...rest} type="date" className="input w-40 max-w-full" />}
      </Field>
    );
  };
  return (
    <form noValidate aria-label={label} className="flex flex-wrap items-start gap-3" onSubmit={onSubmit}>
      {input('from', 'First day')}
      {input('to', 'Last day')}
      <button type="submit" className="btn self-start sm:mt-8">
        Show
      </button>
    </form>
  );
}
