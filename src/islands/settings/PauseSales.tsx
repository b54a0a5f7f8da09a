import { useState } from 'react';
import { isSalesPaused } from '../../client/settings/calendar.ts';
import type { KnownCalendar } from '../../shared/checkout/calendar.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { useForm } from '../ui/forms/use-form.ts';
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
        <PauseForm onClose={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}

function PauseForm({ onClose }: { onClose: () => void }) {
  const { calendar: desk } = useSettings();
  const { today } = useBusinessDays();
  const { field, isBusy, onSubmit } = useForm({
    stored: { until: '' },
    toSent: (_, fields) => fields,
    check({ until }, form) {
      // The value of a date field is empty while a part of the date is missing.
      if (form.querySelector('input')?.validity.badInput) {
        return { until: 'Enter the whole date, or clear it.' };
      }
      const isOver = until !== '' && until <= today();
      return isOver ? { until: 'Choose a day after today.' } : {};
    },
    async save({ until }) {
      const isSaved = await desk.pauseSales(until || null);
      if (isSaved) onClose();
      return isSaved;
    },
  });

  return (
    <form noValidate aria-label="Pause sales" className="grid gap-4" onSubmit={onSubmit}>
      <InputField
        {...field('until')}
        label="Paused until"
        optional
        hint="The first day you sell again. The days until then are not business days. Leave it empty to pause until you resume."
        type="date"
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
