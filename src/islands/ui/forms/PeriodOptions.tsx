import { periodLabels, periodNames } from '../../../shared/periods.ts';
import type { usePeriod } from './use-period.ts';

export function PeriodOptions({ period }: { period: ReturnType<typeof usePeriod> }) {
  return (
    <>
      {periodNames.map((name) => (
        <option key={name} value={name}>
          {periodLabels[name]}
        </option>
      ))}
      <option value={period.own}>From … to …</option>
    </>
  );
}
