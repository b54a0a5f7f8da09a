import { useState } from 'react';
import { type Days, daysText, periodLabels, periodNames, readDays } from '../../shared/periods.ts';
import { Options } from './choices.tsx';
import { DaysForm } from './DaysForm.tsx';

/** The value of the choice after which days are asked for. */
const own = 'own';

const options = (
  <>
    <Options of={periodNames.map((name) => [name, periodLabels[name]])} />
    <option value={own}>From … to …</option>
  </>
);

/** Returns the state of a choice of a named period, or of days. @param period as `isPeriod` knows it; empty for any */
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
    /** Asks for the days, for when `showsDays`. @param days those to begin with */
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
