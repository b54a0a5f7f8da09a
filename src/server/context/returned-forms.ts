import type { ReturnedForm, ReturnedFormPage } from '../../shared/aftercare/returned-form.ts';
import { hours } from '../../shared/durations.ts';
import type { z } from '../../shared/zod.ts';
import { type Random, systemRandom } from '../basics/random.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** Forms of visitors that were not accepted, by the secret addresses of the pages that show them again. */
export interface ReturnedForms {
  forms: TtlCache<ReturnedForm>;
  /** The addresses of each client's last forms: many from one client push out none of another's. */
  ofClients: TtlCache<string[]>;
  random: Random;
}

const mostForms = 2_000;
const mostOfClient = 5;

export function createReturnedForms(clock: Clock, random: Random = systemRandom): ReturnedForms {
  return {
    forms: createTtlCache(clock, hours(1), mostForms),
    ofClients: createTtlCache(clock, hours(1), mostForms),
    random,
  };
}

/** More than any field allows: the visitor shortens a text that is too long. */
const mostCharacters = 1_000;

/** @returns the secret address of the page that shows a form again for an hour */
export function returnForm(
  { forms, ofClients, random }: ReturnedForms,
  client: string,
  page: ReturnedFormPage,
  form: Record<string, string>,
  names: readonly string[],
  problems: ReturnedForm['problems'],
): string {
  const address = `${page}/again/${random.newLinkToken()}`;
  const typed = names.map((name) => [name, copyOf((form[name] ?? '').slice(0, mostCharacters))]);
  forms.set(address, { typed: Object.fromEntries(typed), problems });
  const addresses = [...(ofClients.get(client)?.value ?? []), address];
  for (const old of addresses.splice(0, addresses.length - mostOfClient)) forms.delete(old);
  ofClients.set(client, addresses);
  return address;
}

/** Copies a part of a text: V8 would keep the whole text in memory for it. */
const copyOf = (part: string): string => Buffer.from(part).toString();

/** @returns the problems of a form, the first of each field */
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
  return returnedForms.forms.get(`${page}/again/${key}`)?.value ?? null;
}
