import { useStore } from '@nanostores/react';
import { counted } from '../../shared/counted-text.ts';
import { problemOf } from '../../shared/fields.ts';
import { dayText } from '../../shared/people/days-away.ts';
import { Button } from '../../ui/Button.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useDateFormats, useDeskBase, useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { salesStatusText } from './calendar-store.ts';
import { createSettingsDesk } from './settings-store.ts';

/** Shows whether the shop is selling, and pauses or resumes sales with one press. */
export function PauseSales() {
  const { now } = useDeskBase();
  const { calendar: desk, offer: fetched } = useDeskStore(createSettingsDesk);
  const { data: offer } = useStore(fetched.$state);
  const isBusy = useRunning('settings/calendar') !== undefined;
  if (!offer) return null;
  return (
    <section
      aria-label="Sales"
      className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        {salesStatusText(offer, now())} {offer.closed && <Waiting desk={desk} />}
      </p>
      {offer.closed?.reason === 'closed' ? (
        <Button isBusy={isBusy} onClick={desk.resumeSales}>
          Resume sales
        </Button>
      ) : (
        <PauseForm isBusy={isBusy} onPause={desk.pauseSales} />
      )}
    </section>
  );
}

function Waiting({ desk }: { desk: ReturnType<typeof createSettingsDesk>['calendar'] }) {
  const { waiting = 0 } = useStore(desk.calendar.$state).data ?? {};
  return waiting > 0 && `${counted(waiting, 'person', 'people')} asked for an email when sales reopen.`;
}

type PauseFormProps = { isBusy: boolean; onPause: (until: string | null) => Promise<boolean> };

function PauseForm({ isBusy, onPause }: PauseFormProps) {
  const { today } = useDateFormats();
  const { field, onSubmit } = useForm({
    stored: { until: '' },
    check({ until }, form) {
      // A date field's value is empty while part of the date is missing.
      if (form.querySelector('input')?.validity.badInput) {
        return { until: 'Enter the whole date, or clear it.' };
      }
      const { error } = dayText('The day').safeParse(until || today());
      if (error) return { until: problemOf(error) };
      const isOver = until !== '' && until <= today();
      return isOver ? { until: 'Choose a day after today.' } : {};
    },
    save: ({ until }) => onPause(until || null),
  });
  return (
    <form noValidate aria-label="Pause sales" className="flex flex-wrap items-end gap-2" onSubmit={onSubmit}>
      <InputField {...field('until')} label="Resume on" optional type="date" className="input-sm" />
      <Button type="submit" isBusy={isBusy}>
        Pause sales
      </Button>
    </form>
  );
}
