import { useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';
import type { KnownCalendar } from '../../shared/checkout/calendar.ts';
import { closedUntilProblem } from '../../shared/checkout/calendar-limits.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useSettings } from './use-settings.ts';

/** Pauses sales until a day, and resumes them. */
export function PauseSales({ calendar }: { calendar: KnownCalendar }) {
  const { calendar: desk } = useSettings();
  const isBusy = useRunning(useAdminDesk().work, 'calendar') !== undefined;
  const [isAsking, setIsAsking] = useState(false);
  const isPaused = calendar.closedUntil !== null && calendar.whenClosed === 'sell nothing';
  return (
    <>
      <ActionButton
        className="btn btn-sm"
        isBusy={isBusy}
        busyLabel="Saving…"
        onClick={() => (isPaused ? desk.save({ closedUntil: null }) : setIsAsking(true))}
      >
        {isPaused ? 'Resume sales' : 'Pause sales'}
      </ActionButton>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Pause sales"
        description="The shop takes no new orders until that day. Orders you already have keep their due dates, but the days until then are not business days."
      >
        <PauseForm calendar={calendar} isBusy={isBusy} onPaused={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}

interface PauseFormProps {
  calendar: KnownCalendar;
  isBusy: boolean;
  onPaused: () => void;
}

function PauseForm({ calendar, isBusy, onPaused }: PauseFormProps) {
  const { calendar: desk } = useSettings();
  const { dayOf } = useBusinessDays();
  const [until, setUntil] = useState('');
  const [error, setError] = useState<string | null>(null);

  async function pause() {
    const today = dayOf(new Date(serverNow()).toISOString());
    const problem = until ? closedUntilProblem(until, today) : 'Choose the first day you sell again.';
    setError(problem);
    if (problem === null && (await desk.save({ closedUntil: until, whenClosed: 'sell nothing' }))) onPaused();
  }

  return (
    <form noValidate aria-label="Pause sales" className="grid gap-4" onSubmit={(e) => submitForm(e, pause)}>
      <InputField
        label="Paused until"
        hint={
          calendar.whenClosed === 'sell for later' && calendar.mostOpenOrders !== null
            ? 'The first day you sell again. Sales then also pause at the limit of open orders.'
            : 'The first day you sell again.'
        }
        type="date"
        error={error}
        readOnly={isBusy}
        value={until}
        onChange={(event) => {
          setUntil(event.target.value);
          setError(null);
        }}
      />
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Pause sales
        </ActionButton>
      </div>
    </form>
  );
}
