import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { useSettings } from './use-settings.ts';

/** What readers get to see beside an order. */
export function ReadersCard() {
  const { readers: desk } = useSettings();
  const { error } = useStore(desk.settings.$state);
  const isShown = useStore(desk.$showsEarlierReadings);
  const hint = useId();
  return (
    <section aria-labelledby="readers-heading" className="panel grid gap-4 p-4 sm:p-6">
      <h3 id="readers-heading" className="text-lg">
        What readers see
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback="The setting could not be loaded."
          onRetry={desk.settings.refresh}
        />
      )}
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          aria-describedby={hint}
          disabled={isShown === null}
          checked={isShown ?? true}
          onChange={(event) => void desk.showEarlierReadings(event.target.checked)}
        />
        <span className="min-w-0">Earlier readings for the same customer</span>
      </label>
      <p id={hint} className="field-hint">
        Whoever writes for a customer sees what the same address asked before and was sent, whoever wrote it:
        questions and delivered readings, never the address.
      </p>
    </section>
  );
}
