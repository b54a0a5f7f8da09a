import type { ReturnedForm, ReturnedFormPage } from '../../shared/aftercare/returned-form.ts';
import { hours } from '../../shared/durations.ts';
import type { z } from '../../shared/zod.ts';
import { newLinkToken } from '../basics/random.ts';
import type { Clock } from './clock.ts';
import { createShortMemory, type ShortMemory } from './short-memory.ts';

/**
 * What strangers typed that could not be taken, by the addresses of the pages that show it once more. They are secret:
 * what was typed stands in none.
 */
export type ReturnedForms = ShortMemory<ReturnedForm>;

export function createReturnedForms(clock: Clock): ReturnedForms {
  return createShortMemory(clock, hours(1));
}

/** More than any of the fields takes, so that what is too long can be shortened. */
const mostCharacters = 1_000;

/** @returns the address of the page that shows a form once more, to whoever knows it, for an hour */
export function returnForm(
  returnedForms: ReturnedForms,
  page: ReturnedFormPage,
  form: Record<string, string>,
  names: readonly string[],
  problems: ReturnedForm['problems'],
): string {
  const address = `${page}/again/${newLinkToken()}`;
  const typed = names.map((name) => [name, (form[name] ?? '').slice(0, mostCharacters)]);
  returnedForms.set(address, { typed: Object.fromEntries(typed), problems });
  return address;
}

/** @returns what is wrong with the fields of a form, the first of each */
export function fieldProblems({ issues }: z.core.$ZodError): ReturnedForm['problems'] {
  const texts = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = String(path[0]);
    if (!texts.has(name)) texts.set(name, message);
  }
  return [...texts].map(([name, text]) => ({ about: [name], text }));
}

/** @returns a form that was returned within the last hour; null for a wrong or old address */
export function readReturnedForm(
  { returnedForms }: { returnedForms: ReturnedForms },
  page: ReturnedFormPage,
  key: string,
): ReturnedForm | null {
  return returnedForms.get(`${page}/again/${key}`)?.value ?? null;
}
