import { useRef, useState } from 'react';
import { isSalesPaused } from '../../client/settings/calendar.ts';
import type { KnownCalendar } from '../../shared/checkout/calendar.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useSettings } from './use-settings.ts';

/** Pauses sales, until a day or until they are resumed, and resumes them. */
export function PauseSales({ calendar }: { calendar: KnownCalendar }) {
  const { calendar: desk } = useSettings();
  const isBusy = useRunning(useAdminDesk().work, 'calendar') !== undefined;
  const [isAsking, setIsAsking] = useState(false);
  const isPaused = isSalesPaused(calendar);
  return (
    <>
      <ActionButton
        className="btn btn-sm"
        isBusy={isBusy}
        busyLabel="Saving…"
        onClick={() => (isPaused ? desk.resumeSales() : setIsAsking(true))}
      >
        {isPaused ? 'Resume sales' : 'Pause sales now'}
      </ActionButton>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Pause sales"
        description="The shop takes no new orders. Orders you already have keep their due dates."
      >
        <PauseForm isBusy={isBusy} onClose={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}

function PauseForm({ isBusy, onClose }: { isBusy: boolean; onClose: () => void }) {
  const { calendar: desk } = useSettings();
  const { today } = useBusinessDays();
  const [until, setUntil] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function pause() {
    const found = problemOf(field.current?.validity.badInput ?? false);
    setError(found);
    if (found === null && (await desk.pauseSales(until || null))) onClose();
  }

  /** @param isIncomplete whether only a part of a date is typed, which the field gives out as none */
  function problemOf(isIncomplete: boolean): string | null {
    if (isIncomplete) return 'Enter the whole date, or clear it.';
    const isOver = until !== '' && until <= today();
    return isOver ? 'Choose a day after today.' : null;
  }

  return (
    <form noValidate aria-label="Pause sales" className="grid gap-4" onSubmit={(e) => submitForm(e, pause)}>
      <InputField
        label="Paused until"
        optional
        hint="The first day you sell again. The days until then are not business days. Leave it empty to pause until you resume."
        ref={field}
        type="date"
        error={error}
        readOnly={isBusy}
        value={until}
        onChange={(event) => {
          setUntil(event.target.value);
          setError(null);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Pause sales
        </ActionButton>
      </div>
    </form>
  );
}
