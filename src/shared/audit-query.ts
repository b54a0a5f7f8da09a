import { type AuditKind, auditKinds, auditWordCharacters } from './audit.ts';
import { limits } from './limits.ts';
import { periodSchema } from './period-schema.ts';
import { z } from './zod.ts';

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

export const auditExportQuerySchema = z.strictObject({
  search: z
    .string()
    .max(limits.searchCharacters, `A search has at most ${limits.searchCharacters} characters.`)
    .refine((text) => !text.trim() || longestWord(text) >= auditWordCharacters, {
      error: `A word of a search has at least ${auditWordCharacters} characters.`,
    })
    .optional(),
  kind: z.enum(kinds, { error: `kind is one of ${kinds.join(', ')}.` }).optional(),
  period: periodSchema('period').optional(),
});
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;

export const auditQuerySchema = auditExportQuerySchema.extend({ cursor: z.string().max(1_000).optional() });
export type AuditQuery = z.output<typeof auditQuerySchema>;

function longestWord(text: string): number {
  return Math.max(
    ...text
      .trim()
      .split(/\s+/)
      .map((word) => word.length),
  );
}
