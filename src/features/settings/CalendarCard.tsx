import { useStore } from '@nanostores/react';
import {
  type CalendarChanges,
  type CalendarSettings,
  calendarSchema,
  type Holiday,
  type KnownCalendar,
  type Place,
} from '../../shared/checkout/calendar-schema.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import { standardOffer } from '../../shared/offers/offer-types.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection, FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { SelectField } from '../../ui/forms/choices.tsx';
import { WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { DaysFields } from '../account/DaysFields.tsx';
import { useDeskBase, useDeskStore, useRefreshOnMount } from '../desk/desk-hooks.ts';
import { salesStatusText } from './calendar-store.ts';
import { createSettingsDesk } from './settings-store.ts';

/** Renders the form for the limit of open orders. */
export function QueueCard() {
  const { now } = useDeskBase();
  const { calendar, offer: fetched } = useDeskStore(createSettingsDesk);
  const { data: offer } = useStore(fetched.$state);
  // The promised day changes with days and orders.
  useRefreshOnMount(fetched);
  return (
    <FetchedSection title="Days and queue" isTitled={false} fetched={calendar.calendar} what="calendar">
      {(known) => (
        <>
          {offer && <p>{salesStatusText(offer, now(), known)}</p>}
          <p className="field-hint max-w-prose">
            Delivery takes <UsualDays />, or longer when the queue is long. Set how many readings each reader
            writes per day, and their days away, in their accounts.
          </p>
          <QueueForm calendar={known} />
        </>
      )}
    </FetchedSection>
  );
}

/** Renders the form for the holidays and the days on which the shop is closed. */
export function ClosedDays() {
  const { calendar } = useDeskStore(createSettingsDesk);
  return (
    <FetchedSection title="Closed days" isTitled={false} fetched={calendar.calendar} what="calendar">
      {(known) => <ClosedDaysForm calendar={known} />}
    </FetchedSection>
  );
}

function UsualDays() {
  const { data } = useStore(useDeskBase().offers.$state);
  const onSale = data?.filter(({ visibility }) => visibility !== 'archived') ?? [];
  const isStandard = onSale.every(({ days }) => days === standardOffer.days);
  return isStandard ? 'three business days' : 'as many business days as the offer says';
}

const choices: Record<CalendarSettings['whenClosed'], string> = {
  'sell nothing': 'Pause sales',
  'sell for later': 'Keep selling, with a later delivery date',
};

function QueueForm({ calendar: { whenClosed, mostOpenOrders } }: { calendar: KnownCalendar }) {
  const form = useForm({
    stored: { whenClosed, mostOpenOrders: String(mostOpenOrders ?? '') },
    schema: calendarSchema,
    toSent: (_, { mostOpenOrders, ...rest }): CalendarChanges => ({
      ...rest,
      ...(mostOpenOrders !== undefined && { mostOpenOrders: readWholeNumber(mostOpenOrders) }),
    }),
    save: useDeskStore(createSettingsDesk).calendar.save,
  });
  const { fields, isBusy, write } = form;
  return (
    <form noValidate aria-label="Days and queue" className="grid gap-4" onSubmit={form.onSubmit}>
      {/* Above the field that may be refused: an error below would move these choices to where Save was. */}
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">When the open order limit is reached</legend>
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
      <div className="max-w-xs">
        <WholeNumberField
          {...form.field('mostOpenOrders')}
          label="Open order limit"
          optional
          hint="For the whole shop. Leave empty for no limit."
        />
      </div>
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </form>
  );
}

function ClosedDaysForm({ calendar }: { calendar: KnownCalendar }) {
  const { country, region, closedDays, nextHolidays } = calendar;
  const form = useForm({
    stored: { country, region, closedDays },
    schema: calendarSchema,
    toSent: (_, { closedDays, ...rest }): CalendarChanges => ({
      ...rest,
      ...(closedDays && { closedDays: closedDays.map(({ from, to }) => ({ from, to: to || from })) }),
    }),
    save: useDeskStore(createSettingsDesk).calendar.save,
  });
  return (
    <form noValidate aria-label="Closed days" className="grid gap-6" onSubmit={form.onSubmit}>
      <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
        <HolidayFields form={form} next={nextHolidays[0]} />
        <DaysFields
          title="Closed days"
          hint="Not counted as business days. Customers can still order."
          name="closedDays"
          days={form.fields.closedDays}
          form={form}
          onChange={(closedDays) => form.write({ closedDays })}
        />
      </div>
      <SubmitButton isBusy={form.isBusy}>Save</SubmitButton>
    </form>
  );
}

type HolidayFieldsProps = {
  form: Form<Pick<CalendarSettings, 'country' | 'region'>>;
  next: Holiday | undefined;
};

function HolidayFields({ form, next }: HolidayFieldsProps) {
  const { now } = useDeskBase();
  const { country, region } = form.fields;
  const { calendar: desk } = useDeskStore(createSettingsDesk);
  const places = desk.placesOf(country);
  const { data } = useStore(places.$state);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Public holidays</legend>
      <p className="field-hint wrap-anywhere">
        Holidays don’t count as business days.
        {next && <span>{` Next: ${next.name}, ${longDayText(next.day, now())}.`}</span>}
      </p>
      <FetchProblem fetched={places} what="countries" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
        <PlaceChoice
          label="Country"
          none="No holidays"
          chosen={country}
          among={data?.countries}
          onChoose={(code) => form.write({ country: code, region: null })}
        />
        {data && data.regions.length > 0 && (
          <PlaceChoice
            label="Region"
            none="The whole country"
            chosen={region}
            among={data.regions}
            onChoose={(code) => form.write({ region: code })}
          />
        )}
      </div>
    </fieldset>
  );
}

/** @param props.among undefined while loading */
function PlaceChoice(props: {
  label: string;
  none: string;
  chosen: string | null;
  among: Place[] | undefined;
  onChoose: (code: string | null) => void;
}) {
  const { label, none, chosen, among, onChoose } = props;
  const places = among ?? (chosen === null ? [] : [{ code: chosen, name: chosen }]);
  return (
    <SelectField
      label={label}
      choices={[['', none], ...places.map(({ code, name }) => [code, name] as const)]}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value || null)}
    />
  );
}
