import type { z } from 'zod';
import type { FieldErrors } from './field-errors.ts';

/** @returns what a schema finds wrong, by the path of the field: `email`, `daysAway.0.to` */
export function schemaErrors(schema: z.ZodType, value: unknown): FieldErrors<string> {
  const errors: FieldErrors<string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    errors[path.join('.')] ??= message;
  }
  return errors;
}
