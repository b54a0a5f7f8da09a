import { type Days, daysText, maxPeriodDays, readDays } from '../../shared/periods.ts';
import { InputField } from './Field.tsx';
import { useForm } from './use-form.ts';

/** Asks for a first and a last day, and passes valid ones on as a period. @param props.days blank texts for none */
export function DaysForm(props: { label: string; days: Days; onChoose: (period: string) => void }) {
  const { label, days, onChoose } = props;
  const { field, onSubmit } = useForm({
    stored: days,
    toSent: daysText,
    check: (period) => ({
      to: readDays(period)
        ? null
        : `Please choose a first and a last day, with ${maxPeriodDays} days at most.`,
    }),
    async save(period) {
      onChoose(period);
      return false;
    },
  });
  return (
    <form noValidate aria-label={label} className="flex flex-wrap items-start gap-3" onSubmit={onSubmit}>
      <InputField {...field('from')} label="First day" type="date" className="w-40 max-w-full" />
      <InputField {...field('to')} label="Last day" type="date" className="w-40 max-w-full" />
      <button type="submit" className="btn self-start sm:mt-8">
        Show
      </button>
    </form>
  );
}
