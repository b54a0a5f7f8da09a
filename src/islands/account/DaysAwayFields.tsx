import { useState } from 'react';
import { formatDays } from '../../client/format.ts';
import { type DaysAway, dayProblem, daysAwayProblem } from '../../shared/people/days-away.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { handsOnFocus, rowFocus } from '../ui/hands-on-focus.ts';

interface DaysAwayFieldsProps {
  /** What nobody does anything on: days away, days closed. */
  kind?: 'away' | 'closed';
  daysAway: DaysAway[];
  /** What becomes of orders then. */
  hint: string;
  isBusy: boolean;
  /** Resolves to whether they were saved. */
  onChange: (daysAway: DaysAway[]) => Promise<boolean>;
}

const empty: DaysAway = { from: '', to: '' };

/** Days on which a reader gets no orders, or nobody works: those there are, and more of them. */
export function DaysAwayFields({ kind = 'away', daysAway, hint, isBusy, onChange }: DaysAwayFieldsProps) {
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState<Partial<DaysAway>>({});

  function write(changes: Partial<DaysAway>) {
    setErrors({});
    setTyped({ ...typed, ...changes });
  }

  async function add() {
    const span = { from: typed.from, to: typed.to || typed.from };
    const from = dayProblem(`The first day ${kind}`, span.from);
    const to = from ? null : (dayProblem(`The last day ${kind}`, span.to) ?? daysAwayProblem(span, kind));
    setErrors({ ...(from && { from }), ...(to && { to }) });
    if (!from && !to && (await onChange([...daysAway, span]))) setTyped(empty);
  }

  return (
    <section aria-label={`Days ${kind}`} className="grid gap-3">
      <h3 className="text-lg">Days {kind}</h3>
      <p className="text-quiet wrap-anywhere">{hint}</p>
      {daysAway.length > 0 && (
        <ul aria-label={`Days ${kind}`} tabIndex={-1} className="divide-y divide-base-300">
          {daysAway.map((span) => (
            <li
              key={span.from}
              ref={handsOnFocus}
              className="flex flex-wrap items-center justify-between gap-3 py-2"
            >
              <span className="tabular-nums">{formatDays(span)}</span>
              <button
                {...rowFocus}
                type="button"
                className="btn btn-sm"
                aria-label={`Remove ${formatDays(span)}`}
                disabled={isBusy}
                onClick={() => void onChange(daysAway.filter((other) => other !== span))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        aria-label={`More days ${kind}`}
        className="grid gap-3"
        onSubmit={(event) => submitForm(event, add)}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
          <InputField
            label="First day"
            type="date"
            error={errors.from}
            readOnly={isBusy}
            value={typed.from}
            onChange={(event) => write({ from: event.target.value })}
          />
          <InputField
            label="Last day"
            optional
            type="date"
            min={typed.from || undefined}
            error={errors.to}
            readOnly={isBusy}
            value={typed.to}
            onChange={(event) => write({ to: event.target.value })}
          />
        </div>
        <div>
          <ActionButton type="submit" className="btn" isBusy={isBusy} busyLabel="Saving…">
            Add days
          </ActionButton>
        </div>
      </form>
    </section>
  );
}
