import { useState } from 'react';
import {
  type Days,
  daysText,
  maxPeriodDays,
  periodLabels,
  periodNames,
  readDays,
} from '../../shared/periods.ts';
import { Options } from './choices.tsx';
import { InputField } from './Field.tsx';
import { useForm } from './use-form.ts';

/** The value of the choice that asks for days. */
const own = 'own';

const options = (
  <>
    <Options of={periodNames.map((name) => [name, periodLabels[name]])} />
    <option value={own}>From … to …</option>
  </>
);

/**
 * Returns a select's value, options and handler, and the form for its choice `From … to …`. @param period as
 * for `isPeriod`; '' for any
 */
export function usePeriod(period: string, choose: (period: string) => void) {
  const [isAsking, setIsAsking] = useState(false);
  const ownDays = readDays(period);
  const showsDays = ownDays !== null || isAsking;
  return {
    value: showsDays ? own : period,
    /** For the `<select>`. */
    options,
    select(value: string) {
      setIsAsking(value === own);
      if (value !== own) choose(value);
    },
    showsDays,
    /** Asks for the days, if `showsDays`. @param days the initial ones */
    daysForm: (label: string, days: Days = ownDays ?? { from: '', to: '' }) => (
      <DaysForm
        key={daysText(days)}
        label={label}
        days={days}
        onChoose={(chosen) => {
          setIsAsking(false);
          choose(chosen);
        }}
      />
    ),
  };
}

/** Asks for a first and a last day, and passes valid ones on as a period. @param props.days may be blank */
function DaysForm(props: { label: string; days: Days; onChoose: (period: string) => void }) {
  const { label, days, onChoose } = props;
  const { field, onSubmit } = useForm({
    stored: days,
    toSent: daysText,
    check: (period) => ({
      to: readDays(period)
        ? null
        : `Please choose a first and a last day no more than ${maxPeriodDays} days apart. Use four-digit years.`,
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
