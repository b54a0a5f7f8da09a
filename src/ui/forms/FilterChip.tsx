import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../Icon.tsx';

export const chip = 'h-8 cursor-pointer rounded-full border border-field-line bg-base-100 font-semibold';
export const chosenChip = 'border-primary bg-primary/14';

/** Renders a list filter's `<select>`. @param props.inset the class that indents its value past the label */
export function FilterChip(props: {
  label: string;
  inset: string;
  value: string;
  onSelect: (value: string) => void;
  children: ReactNode;
}) {
  const { label, inset, value, onSelect, children } = props;
  return (
    <label className="relative flex max-w-full items-center">
      <span className="pointer-events-none absolute left-3 text-sm text-quiet">{label}</span>
      <select
        className={classNames(
          chip,
          'max-w-60 min-w-0 appearance-none truncate pr-6.5 [field-sizing:content]',
          inset,
          value && chosenChip,
        )}
        value={value}
        onChange={(event) => onSelect(event.target.value)}
      >
        {children}
      </select>
      <Icon path="M2 4l4 4 4-4" box={12} className="pointer-events-none absolute right-2.5 size-3" />
    </label>
  );
}
