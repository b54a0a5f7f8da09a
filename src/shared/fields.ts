import { cleanEmail, isEmail } from './email/email-address.ts';
import { limits } from './limits.ts';
import { cleanLine, cleanText, isVisible } from './text.ts';
import { z } from './zod.ts';

/** Returns one sentence about the first problem. */
export function problemOf(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const fields = issue.keys.map((key) => key.slice(0, 40)).join(', ');
    return `There is no field called ${fields} here. Please leave it out.`;
  }
  if (issue?.code === 'invalid_type' && issue.path.length === 0) return 'Send the data as a JSON object.';
  // Sentences that make sense without their field, unlike the message.
  if (issue?.code === 'custom' && issue.params?.sentence) return String(issue.params.sentence);
  return issue?.message ?? 'The data could not be read.';
}

/** Returns the first problem of each field, known or not, by path (`daysAway.0.to`); null when none has one. */
export function fieldProblems(error: z.core.$ZodError): Record<string, string> | null {
  const problems = new Map<string, string>();
  for (const issue of error.issues) {
    const isUnknown = issue.code === 'unrecognized_keys' && issue.path.length === 0;
    for (const name of isUnknown ? issue.keys : [issue.path.join('.')]) {
      if ((isUnknown || name !== '') && !problems.has(name))
        problems.set(name, isUnknown ? problemOf(error) : issue.message);
    }
  }
  return problems.size > 0 ? Object.fromEntries(problems) : null;
}

/** Returns the schema of a text, which may be empty and is not trimmed. @param missing the problem of an absent one */
export function text(label: string, maximum: number, missing = `${label} is missing.`) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : `${label} must be text.`) })
    .max(maximum, `${label} can be up to ${maximum} characters long.`);
}

/** Returns the schema of a line, not blank: line breaks become spaces. `maximum` counts before cleaning. */
export function requiredLine(label: string, maximum: number, missing = `${label} is missing.`) {
  return text(label, maximum, missing).transform(cleanLine).refine(isVisible, missing);
}

/** Returns the schema of a text, not blank, cleaned by `cleanText`. `maximum` counts before cleaning. */
export function requiredText(label: string, maximum: number, missing = `${label} is missing.`) {
  return text(label, maximum, missing).transform(cleanText).refine(isVisible, missing);
}

/** Returns the schema of an optional text: absent, null or blank all become null. */
export function optionalText(label: string, maximum: number, clean = cleanText) {
  return text(label, maximum)
    .nullish()
    .transform((value) => (value ? clean(value) || null : null));
}

/** Returns the schema of an email address, which it cleans; compare by `canonicalEmail`. */
export function emailAddress(label: string, missing = `${label} is missing.`) {
  return text(label, limits.emailCharacters, missing)
    .transform(cleanEmail)
    .refine((address) => address !== '', { error: missing, abort: true })
    .refine(isEmail, `${label} doesn’t look right. It should look like name@example.com.`);
}

/** A page that works without scripts and shows a refused form again. */
export type FlashedFormPage = '/my-orders' | '/reopening' | '/withdraw';

export interface FlashedForm {
  typed: Record<string, string>;
  /** `about` has the names of the fields; with none, the problem is about the whole form */
  problems: { about: string[]; text: string }[];
}
