import { hours } from '../../shared/durations.ts';
import { type FlashedForm, type FlashedFormPage, fieldProblems } from '../../shared/fields.ts';
import type { z } from '../../shared/zod.ts';
import type { Clock } from './clock.ts';
import { type Random, systemRandom } from './random.ts';
import { createTtlCache } from './ttl-cache.ts';

export interface RejectedForm {
  text: string;
  problem: string;
  fields?: Record<string, string>;
}

export type UnfinishedForms = ReturnType<typeof createUnfinishedForms>;

/** Keeps refused forms, and two-step forms after their first step, for an hour. */
export function createUnfinishedForms(steady: Clock, random: Random) {
  return {
    /** Forms on the page of an order, by `formKey`, until they are sent again. */
    rejected: createTtlCache<RejectedForm>(steady, hours(1)),
    flash: createFormFlash(steady, random),
    /** The orders of withdrawals that wait for their second step, by the secrets of its pages. */
    pendingWithdrawals: createTtlCache<string>(steady, hours(1)),
  };
}

const maximumForms = 2_000;
const maximumFormsOfClient = 5;

export type FormFlash = ReturnType<typeof createFormFlash>;

/** Creates the memory of `flashForm`: five forms per client; a sixth drops that client's oldest. */
export function createFormFlash(steady: Clock, random: Random = systemRandom) {
  return {
    forms: createTtlCache<FlashedForm>(steady, hours(1), maximumForms),
    ofClients: createTtlCache<string[]>(steady, hours(1), maximumForms),
    random,
  };
}

/** More than any field allows, so that a text that is too long can be shortened. */
const maximumCharacters = 1_000;

/** Returns the named fields of a form, cut to 1,000 characters each, '' for a missing one. */
export function typedFields(form: Record<string, string>, names: readonly string[]): Record<string, string> {
  // Copied: V8 would keep the whole text in memory for a part of it.
  const copyOf = (part: string) => Buffer.from(part).toString();
  return Object.fromEntries(
    names.map((name) => [name, copyOf((form[name] ?? '').slice(0, maximumCharacters))]),
  );
}

/** Keeps a refused form for an hour and returns the secret address of the page that shows it again. */
export function flashForm(
  { forms, ofClients, random }: FormFlash,
  client: string,
  page: FlashedFormPage,
  form: Record<string, string>,
  names: readonly string[],
  problems: FlashedForm['problems'],
): string {
  const address = `${page}/again/${random.newLinkToken()}`;
  forms.set(address, { typed: typedFields(form, names), problems });
  const addresses = [...(ofClients.get(client) ?? []), address];
  for (const old of addresses.splice(0, addresses.length - maximumFormsOfClient)) forms.delete(old);
  ofClients.set(client, addresses);
  return address;
}

/** Returns a form's validation errors as its page shows them. */
export function flashedProblems(error: z.core.$ZodError): FlashedForm['problems'] {
  return Object.entries(fieldProblems(error) ?? {}).map(([name, text]) => ({ about: [name], text }));
}

/** Returns a form kept by `flashForm`, any number of times; null for an unknown or expired key. */
export function readFlashedForm(
  { unfinishedForms: { flash } }: { unfinishedForms: Pick<UnfinishedForms, 'flash'> },
  page: FlashedFormPage,
  key: string,
): FlashedForm | null {
  return flash.forms.get(`${page}/again/${key}`) ?? null;
}
