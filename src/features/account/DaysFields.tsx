import { formatDays } from '../../lib/format.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import { Button } from '../../ui/Button.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import type { FormErrors } from '../../ui/forms/use-form.ts';
import { passFocusOnRemoval, rowFocusProps } from '../../ui/pass-focus-on-removal.ts';

export function DaysFields(props: {
  title: string;
  hint: string;
  name: string;
  days: DaysAway[];
  form: { errors: FormErrors; isBusy: boolean };
  onChange: (days: DaysAway[]) => void;
}) {
  const { title, hint, name, days, onChange } = props;
  const { errors, isBusy } = props.form;
  const write = (row: number, changes: Partial<DaysAway>) =>
    onChange(days.map((span, place) => (place === row ? { ...span, ...changes } : span)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{title}</legend>
      <p className="field-hint wrap-anywhere">{hint}</p>
      <ul aria-label={title} tabIndex={-1} className="grid gap-3 empty:hidden">
        {days.map((span, row) => {
          const words = span.from ? formatDays({ ...span, to: span.to || span.from }) : 'these days';
          const path = `${name}.${row}`;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that stays while it is typed
              key={row}
              ref={passFocusOnRemoval}
              className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_auto]"
            >
              <div className="min-w-0">
                <InputField
                  label="First day"
                  type="date"
                  // A row without a first day was just added.
                  autoFocus={span.from === ''}
                  error={errors[`${path}.from`]}
                  readOnly={isBusy}
                  value={span.from}
                  onChange={(event) => write(row, { from: event.target.value })}
                />
              </div>
              <div className="min-w-0">
                <InputField
                  label="Last day"
                  type="date"
                  min={span.from || undefined}
                  hint={span.to === '' && 'Leave empty for one day.'}
                  error={errors[`${path}.to`] ?? errors[path]}
                  readOnly={isBusy}
                  value={span.to}
                  onChange={(event) => write(row, { to: event.target.value })}
                />
              </div>
              <Button
                {...rowFocusProps}
                className="btn max-sm:btn-sm max-sm:justify-self-start sm:mt-8"
                aria-label={`Remove ${words}`}
                disabled={isBusy}
                onClick={() => onChange(days.filter((other) => other !== span))}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      <div>
        <Button disabled={isBusy} onClick={() => onChange([...days, { from: '', to: '' }])}>
          Add days
        </Button>
      </div>
    </fieldset>
  );
}
