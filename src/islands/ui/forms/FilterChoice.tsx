import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { PeriodOptions } from './PeriodOptions.tsx';
import type { usePeriod } from './use-period.ts';

interface FilterChoiceProps {
  label: string;
  value: string;
  onSelect: (value: string) => void;
  /** How wide it is beside others; alone it is as wide as it can be. */
  width: string;
  children: ReactNode;
}

/** Narrows a list down by one of some choices. */
export function FilterChoice({ label, value, onSelect, width, children }: FilterChoiceProps) {
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">{label}</span>
      <select
        className={classNames('select w-full', width)}
        value={value}
        onChange={(event) => onSelect(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}

/** Narrows a list down to a time; what asks for days of one's own stands somewhere else. */
export function FilterPeriod({
  label,
  period,
  width,
}: Pick<FilterChoiceProps, 'label' | 'width'> & { period: ReturnType<typeof usePeriod> }) {
  return (
    <FilterChoice label={label} value={period.value} onSelect={period.select} width={width}>
      <option value="">Any time</option>
      <PeriodOptions period={period} />
    </FilterChoice>
  );
}
