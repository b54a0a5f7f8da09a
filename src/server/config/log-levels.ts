import { z } from 'zod';
import { optional } from './config-fields.ts';

/** The parts of the service: each can log more or less than the rest. */
export const logParts = [
  'orders',
  'outbox',
  'payments',
  'people',
  'settings',
  'pages',
  'http',
  'jobs',
] as const;
export type LogPart = (typeof logParts)[number];

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof levels)[number];

/** How much is logged, in general and for single parts. */
export interface LogLevels {
  level: LogLevel;
  parts: Partial<Record<LogPart, LogLevel>>;
}

/** A level, and parts with their own: `info,outbox=debug,payments=trace`. */
export const logLevelsField = () =>
  z.preprocess(
    optional,
    z
      .string()
      .default('info')
      .transform((value, context): LogLevels => {
        const read: LogLevels = { level: 'info', parts: {} };
        for (const entry of value.split(',').map((text) => text.trim())) {
          const [first = '', second] = entry.split('=').map((text) => text.trim());
          const level = levels.find((known) => known === (second ?? first));
          const part = logParts.find((known) => known === first);
          if (!level || (second !== undefined && !part)) {
            context.addIssue({
              code: 'custom',
              message: `must be one of ${levels.join(', ')}, and may go on with parts, like info,outbox=debug: the parts are ${logParts.join(', ')}`,
            });
            return z.NEVER;
          }
          if (part && second !== undefined) read.parts[part] = level;
          else read.level = level;
        }
        return read;
      }),
  );
