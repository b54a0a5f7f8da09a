import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type Days, daysText, periodLabels, periodNames, readDays } from '../../shared/periods.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { DaysForm } from '../ui/forms/DaysForm.tsx';

const own = 'own';

/** Which days the figures are of. */
export function PeriodChoice({ shown }: { shown: Days | undefined }) {
  const { overview } = useAdminDesk();
  const period = useStore(overview.$period);
  const isOwn = readDays(period) !== null;
  // Asked for, but not said yet.
  const [isAsking, setIsAsking] = useState(false);
  const showsDays = isOwn || isAsking;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <label className="grid min-w-0 gap-1">
        <span className="text-sm font-semibold">Period</span>
        <select
          className="select w-44 max-w-full"
          value={showsDays ? own : period}
          onChange={(event) => {
            const { value } = event.target;
            setIsAsking(value === own);
            if (value !== own) overview.choose(value);
          }}
        >
          {periodNames.map((name) => (
            <option key={name} value={name}>
              {periodLabels[name]}
            </option>
          ))}
          <option value={own}>From … to …</option>
        </select>
      </label>
      {showsDays && shown && (
        <DaysForm
          key={daysText(shown)}
          label="Days of the period"
          days={shown}
          onChoose={(chosen) => {
            setIsAsking(false);
            overview.choose(chosen);
          }}
        />
      )}
    </div>
  );
}
