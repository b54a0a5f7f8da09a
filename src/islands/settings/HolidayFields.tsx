import { useStore } from '@nanostores/react';
import { serverNow } from '../../client/desk/server-clock.ts';
import type { CalendarSettings, Holiday, Place } from '../../shared/checkout/calendar.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { useSettings } from './use-settings.ts';

type ChosenPlace = Pick<CalendarSettings, 'country' | 'region'>;

interface HolidayFieldsProps extends ChosenPlace {
  next: Holiday | undefined;
  onChange: (place: Partial<ChosenPlace>) => void;
}

/** Whose public holidays are no business days. */
export function HolidayFields({ country, region, next, onChange }: HolidayFieldsProps) {
  const { calendar: desk } = useSettings();
  const places = desk.placesOf(country);
  const { data, error } = useStore(places.$state);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Public holidays</legend>
      <p className="field-hint wrap-anywhere">
        They are not business days.
        {next && <span>{` Next: ${next.name}, ${dayWords(next.day, serverNow())}.`}</span>}
      </p>
      {error && (
        <LoadProblem error={error} fallback="The countries could not be loaded." onRetry={places.refresh} />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
        <PlaceChoice
          label="Country"
          none="No holidays"
          chosen={country}
          among={data?.countries}
          onChoose={(code) => onChange({ country: code, region: null })}
        />
        {data && data.regions.length > 0 && (
          <PlaceChoice
            label="Region"
            none="The whole country"
            chosen={region}
            among={data.regions}
            onChoose={(code) => onChange({ region: code })}
          />
        )}
      </div>
    </fieldset>
  );
}

interface PlaceChoiceProps {
  label: string;
  /** What stands there for no place. */
  none: string;
  chosen: string | null;
  /** Undefined until they are known. */
  among: Place[] | undefined;
  onChoose: (code: string | null) => void;
}

function PlaceChoice({ label, none, chosen, among, onChoose }: PlaceChoiceProps) {
  const places = among ?? (chosen === null ? [] : [{ code: chosen, name: chosen }]);
  return (
    <Field label={label}>
      {(aria) => (
        <select
          {...aria}
          className="select w-full"
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
