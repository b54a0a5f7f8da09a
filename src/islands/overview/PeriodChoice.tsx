import { useStore } from '@nanostores/react';
import { type Days, daysText } from '../../shared/periods.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { DaysForm } from '../ui/forms/DaysForm.tsx';
import { PeriodOptions } from '../ui/forms/PeriodOptions.tsx';
import { usePeriod } from '../ui/forms/use-period.ts';

export function PeriodChoice({ shown }: { shown: Days | undefined }) {
  const { overview } = useAdminDesk();
  const period = usePeriod(useStore(overview.$period), overview.choose);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <label className="grid min-w-0 gap-1">
        <span className="text-sm font-semibold">Period</span>
        <select
          className="select w-44 max-w-full"
          value={period.value}
          onChange={(event) => period.select(event.target.value)}
        >
          <PeriodOptions period={period} />
        </select>
      </label>
      {period.showsDays && shown && (
        <DaysForm
          key={daysText(shown)}
          label="Days of the period"
          days={shown}
          onChoose={period.chooseDays}
        />
      )}
    </div>
  );
}
