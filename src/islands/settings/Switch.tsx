import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

/** A box to tick, and what it does; whatever it stands in parts the two. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <>
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          aria-describedby={id}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0">{label}</span>
      </label>
      <p id={id} className="field-hint">
        {hint}
      </p>
    </>
  );
}
