import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';
import { mostOpenProblem, notSoldWords, untilProblem } from '../../client/settings/calendar.ts';
import type { CalendarSettings, KnownCalendar } from '../../shared/checkout/calendar.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { DaysAwayFields } from '../account/DaysAwayFields.tsx';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { HolidayFields } from './HolidayFields.tsx';
import { useSettings } from './use-settings.ts';

/** By when readings are promised: the days on which nobody works, and how many orders are taken at once. */
export function CalendarCard() {
  const { calendar: desk, settings } = useSettings();
  const { data: calendar } = useStore(desk.calendar.$state);
  const { data: offer } = useStore(settings.$state);
  const isBusy = useRunning(useAdminDesk().work, 'calendar') !== undefined;
  return (
    <FetchedPanel
      title="Days and queue"
      fetched={desk.calendar}
      fallback="The days could not be loaded."
      className="gap-6"
      intro={
        <>
          {offer && (
            <p>
              {offer.closed
                ? notSoldWords(offer.closed, calendar)
                : `Ordered today, a reading is promised by ${dayWords(offer.promisedDay, serverNow())}.`}
            </p>
          )}
          <p className="field-hint">
            Three business days, or more when the queue is longer. How many readings each reader writes a day,
            and their days away, are set in their accounts.
          </p>
        </>
      }
    >
      {(known) => (
        <>
          <SellingForm calendar={known} isBusy={isBusy} />
          <HolidayFields calendar={known} isBusy={isBusy} />
          <DaysAwayFields
            kind="closed"
            daysAway={known.closedDays}
            hint="They are not business days. Orders still come in."
            isBusy={isBusy}
            onChange={(closedDays) => desk.save({ closedDays })}
          />
        </>
      )}
    </FetchedPanel>
  );
}

const choices: Record<CalendarSettings['whenClosed'], string> = {
  'sell nothing': 'Pause sales',
  'sell for later': 'Keep selling, for a later day',
};

function SellingForm({ calendar, isBusy }: { calendar: KnownCalendar; isBusy: boolean }) {
  const { calendar: desk } = useSettings();
  const { dayOf } = useBusinessDays();
  const [typed, setTyped] = useState({
    until: calendar.closedUntil ?? '',
    most: calendar.mostOpenOrders === null ? '' : String(calendar.mostOpenOrders),
    whenClosed: calendar.whenClosed,
  });
  const [errors, setErrors] = useState<{ until?: string | null; most?: string | null }>({});

  function write(changes: Partial<typeof typed>) {
    setErrors({});
    setTyped({ ...typed, ...changes });
  }

  async function save() {
    const until = untilProblem(typed.until, dayOf(new Date(serverNow()).toISOString()));
    const most = mostOpenProblem(typed.most);
    setErrors({ until, most });
    if (until !== null || most !== null) return;
    await desk.save({
      closedUntil: typed.until || null,
      mostOpenOrders: readWholeNumber(typed.most),
      whenClosed: typed.whenClosed,
    });
  }

  return (
    <form
      noValidate
      aria-label="Closed or full"
      className="grid gap-3"
      onSubmit={(event) => submitForm(event, save)}
    >
      {/* Above what can be refused: what a refusal says would push a choice to where Save was, under the next press. */}
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">While closed or full</legend>
        {Object.entries(choices).map(([choice, label]) => (
          <label key={choice} className="flex cursor-pointer items-start gap-3">
            <input
              type="radio"
              name="when-closed"
              className="radio radio-primary radio-sm mt-0.5"
              checked={typed.whenClosed === choice}
              onChange={() => write({ whenClosed: choice as CalendarSettings['whenClosed'] })}
            />
            <span className="min-w-0">{label}</span>
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
        <InputField
          label="Closed until"
          optional
          hint="The first day you are back."
          type="date"
          error={errors.until}
          readOnly={isBusy}
          value={typed.until}
          onChange={(event) => write({ until: event.target.value })}
        />
        <WholeNumberField
          label="Open orders at most"
          optional
          hint="Leave it empty for no limit."
          error={errors.most}
          readOnly={isBusy}
          value={typed.most}
          onChange={(event) => write({ most: event.target.value })}
        />
      </div>
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save
        </ActionButton>
      </div>
    </form>
  );
}
