import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { serverNow } from '../../client/desk/server-clock.ts';
import type { KnownCalendar, Place } from '../../shared/checkout/calendar.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { useSettings } from './use-settings.ts';

interface HolidayFieldsProps {
  calendar: KnownCalendar;
  isBusy: boolean;
}

/** Whose public holidays are no business days. The long lists of places are fetched when somebody wants to choose. */
export function HolidayFields({ calendar, isBusy }: HolidayFieldsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [next] = calendar.nextHolidays;
  return (
    <section aria-label="Public holidays" className="grid gap-3">
      <h3 className="text-lg">Public holidays</h3>
      <p className="text-quiet wrap-anywhere">
        {calendar.country === null
          ? 'None. Choose a country, and its holidays are not business days.'
          : `Those of ${[calendar.country, calendar.region].filter(Boolean).join(', ')} are not business days.`}
        {next && <span>{` Next: ${next.name}, ${dayWords(next.day, serverNow())}.`}</span>}
      </p>
      {isChoosing ? (
        <Places calendar={calendar} isBusy={isBusy} />
      ) : (
        <div>
          <button type="button" className="btn" onClick={() => setChoosing(true)}>
            Choose a country
          </button>
        </div>
      )}
    </section>
  );
}

function Places({ calendar: { country, region }, isBusy }: HolidayFieldsProps) {
  const { calendar: desk } = useSettings();
  const places = desk.placesOf(country);
  const { data, error } = useStore(places.$state);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
      {error && (
        <LoadProblem error={error} fallback="The countries could not be loaded." onRetry={places.refresh} />
      )}
      <PlaceChoice
        isFirst
        label="Country"
        none="No holidays"
        chosen={country}
        among={data?.countries}
        isBusy={isBusy}
        onChoose={(code) => void desk.save({ country: code, region: null })}
      />
      {data && data.regions.length > 0 && (
        <PlaceChoice
          label="Region"
          none="The whole country"
          chosen={region}
          among={data.regions}
          isBusy={isBusy}
          onChoose={(code) => void desk.save({ region: code })}
        />
      )}
    </div>
  );
}

interface PlaceChoiceProps {
  label: string;
  /** What stands there for no place. */
  none: string;
  chosen: string | null;
  /** Undefined until they are known. */
  among: Place[] | undefined;
  isBusy: boolean;
  isFirst?: boolean;
  onChoose: (code: string | null) => void;
}

function PlaceChoice({ label, none, chosen, among, isBusy, isFirst, onChoose }: PlaceChoiceProps) {
  const places = among ?? (chosen === null ? [] : [{ code: chosen, name: chosen }]);
  return (
    <Field label={label}>
      {(aria) => (
        <select
          {...aria}
          // Whoever has pressed the button that stood here goes on from here.
          ref={isFirst ? focusOnce : undefined}
          className="select w-full"
          aria-disabled={isBusy}
          value={chosen ?? ''}
          onChange={(event) => onChoose(event.target.value || null)}
        >
          <option value="">{none}</option>
          {places.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function focusOnce(select: HTMLSelectElement | null): void {
  select?.focus();
}
