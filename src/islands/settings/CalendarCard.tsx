import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';
import { type FieldErrors, isFaultless } from '../../client/field-errors.ts';
import { schemaErrors } from '../../client/schema-errors.ts';
import { notSoldWords } from '../../client/settings/calendar.ts';
import {
  type CalendarChanges,
  type CalendarSettings,
  calendarSchema,
  type KnownCalendar,
} from '../../shared/checkout/calendar.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { DaysFields } from '../account/DaysFields.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRefreshOnMount } from '../desk/use-refresh-on-mount.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useTyped } from '../ui/forms/use-typed.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { HolidayFields } from './HolidayFields.tsx';
import { PauseSales } from './PauseSales.tsx';
import { useSettings } from './use-settings.ts';

/** What decides the promised day: holidays and closed days, and how many orders are taken at once. */
export function CalendarCard() {
  const { calendar: desk, settings } = useSettings();
  const { data: calendar } = useStore(desk.calendar.$state);
  const { data: offer } = useStore(settings.$state);
  // The promised day moves on with the days and the orders.
  useRefreshOnMount(settings);
  return (
    <FetchedPanel
      title="Days and queue"
      fetched={desk.calendar}
      fallback="The days could not be loaded."
      className="gap-6"
      intro={
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {offer && (
              <p>
                {offer.closed
                  ? notSoldWords(offer.closed, calendar)
                  : `Sales are open. Ordered today, a reading is promised by ${dayWords(offer.promisedDay, serverNow())}.`}
              </p>
            )}
            {calendar && <PauseSales calendar={calendar} />}
          </div>
          <p className="field-hint">
            Three business days, or more when the queue is longer. How many readings each reader writes a day,
            and their days away, are set in their accounts.
          </p>
        </>
      }
    >
      {(known) => <CalendarForm calendar={known} />}
    </FetchedPanel>
  );
}

const choices: Record<CalendarSettings['whenClosed'], string> = {
  'sell nothing': 'Pause sales',
  'sell for later': 'Keep selling, for a later day',
};

/** As they stand in the form; blank for none. */
type CalendarFields = Omit<CalendarSettings, 'isPaused' | 'closedUntil' | 'mostOpenOrders'> & {
  mostOpenOrders: string;
};

function CalendarForm({ calendar }: { calendar: KnownCalendar }) {
  const { calendar: desk } = useSettings();
  const isBusy = useRunning(useAdminDesk().work, 'calendar') !== undefined;
  const { country, region, closedDays, whenClosed, mostOpenOrders, nextHolidays } = calendar;
  const [errors, setErrors] = useState<FieldErrors<string>>({});
  const typed = useTyped<CalendarFields>({
    country,
    region,
    closedDays,
    whenClosed,
    mostOpenOrders: String(mostOpenOrders ?? ''),
  });
  const { fields } = typed;

  function write(changes: Partial<CalendarFields>) {
    if (isBusy) return;
    setErrors({});
    typed.write(changes);
  }

  async function save() {
    const { mostOpenOrders, closedDays, ...rest } = typed.changed;
    const changes: CalendarChanges = {
      ...rest,
      ...(mostOpenOrders !== undefined && { mostOpenOrders: readWholeNumber(mostOpenOrders) }),
      ...(closedDays && { closedDays: closedDays.map(({ from, to }) => ({ from, to: to || from })) }),
    };
    const found = schemaErrors(calendarSchema, changes);
    setErrors(found);
    if (isFaultless(found) && (await desk.save(changes))) typed.clear(typed.changed);
  }

  return (
    <form
      noValidate
      aria-label="Days and queue"
      className="grid gap-6"
      onSubmit={(event) => submitForm(event, save)}
    >
      <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
        <div className="grid gap-3">
          {/* Above what can be refused: what a refusal says would push a choice to where Save was, under the next press. */}
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">At the limit of open orders</legend>
            {Object.entries(choices).map(([choice, label]) => (
              <label key={choice} className="flex cursor-pointer items-start gap-3">
                <input
                  type="radio"
                  name="when-closed"
                  className="radio radio-primary radio-sm mt-0.5"
                  checked={fields.whenClosed === choice}
                  onChange={() => write({ whenClosed: choice as CalendarSettings['whenClosed'] })}
                />
                <span className="min-w-0">{label}</span>
              </label>
            ))}
          </fieldset>
          <WholeNumberField
            label="Open orders at most"
            optional
            hint="Leave it empty for no limit."
            error={errors.mostOpenOrders}
            readOnly={isBusy}
            value={fields.mostOpenOrders}
            onChange={(event) => write({ mostOpenOrders: event.target.value })}
          />
        </div>
        <div className="grid gap-6">
          <HolidayFields
            country={fields.country}
            region={fields.region}
            next={nextHolidays[0]}
            onChange={write}
          />
          <DaysFields
            title="Days closed"
            hint="They are not business days. Orders still come in."
            name="closedDays"
            days={fields.closedDays}
            errors={errors}
            isBusy={isBusy}
            onChange={(closedDays) => write({ closedDays })}
          />
        </div>
      </div>
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save
        </ActionButton>
      </div>
    </form>
  );
}
