import type { HolidaysTypes } from 'date-holidays';
import type { Holiday, Place, Places } from '../../shared/checkout/calendar-schema.ts';
import { days, hours } from '../../shared/durations.ts';
import { DomainError } from '../base/domain-error.ts';

export interface Region {
  country: string;
  region: string | null;
}

// The library takes 35 MB and a quarter of a second, so it is loaded only when a country is set.
const load = async () => (await import('date-holidays')).default;

/** Returns public holidays by day, without half ones; loads 35 MB. @throws {DomainError} for an unknown place */
export async function listHolidays(place: Region, years: number[]): Promise<Holiday[]> {
  const Holidays = await load();
  const { countries, regions } = await listPlaces(place.country);
  const isKnown = (code: string, among: Place[]) => among.some((known) => known.code === code);
  if (!isKnown(place.country, countries) || (place.region !== null && !isKnown(place.region, regions))) {
    throw new DomainError('invalid_request', 'The holidays of this place are not known.');
  }
  const calendar = new Holidays(place.country, place.region ?? '', { types: ['public'] });
  const found = years.flatMap((year) => calendar.getHolidays(year, 'en')).flatMap(daysOf);
  const byDay = new Map(found.map((holiday) => [holiday.day, holiday]));
  return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day));
}

/** `date-holidays` has official and outdated names: `Kingdom of Morocco`, `Swaziland`. */
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the countries with known holidays, and the regions of a country, by name; loads 35 MB. */
export async function listPlaces(country: string | null): Promise<Places> {
  const Holidays = await load();
  const known = new Holidays();
  return {
    countries: sorted(
      Object.keys(known.getCountries('en')).map((code) => [code, countryNames.of(code) ?? code]),
    ),
    regions: country === null ? [] : sorted(Object.entries(known.getStates(country, 'en') ?? {})),
  };
}

function sorted(names: [code: string, name: string][]): Place[] {
  return names.map(([code, name]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns the days that are a holiday at noon: a half holiday counts as a business day. */
function daysOf({ date, start, end, name }: HolidaysTypes.Holiday): Holiday[] {
  const begins = Date.parse(`${date.slice(0, 'yyyy-mm-dd hh:mm:ss'.length).replace(' ', 'T')}Z`);
  const ends = begins + end.getTime() - start.getTime();
  const found: Holiday[] = [];
  for (let noon = begins - (begins % days(1)) + hours(12); noon < ends; noon += days(1)) {
    if (begins < noon) found.push({ day: new Date(noon).toISOString().slice(0, 10), name });
  }
  return found;
}
