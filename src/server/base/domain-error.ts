export type ErrorCode =
  | 'invalid_request'
  | 'unauthenticated'
  | 'other_user'
  | 'code_required'
  | 'forbidden'
  | 'payload_too_large'
  | 'too_many_requests'
  | 'payment_provider_failed'
  | 'email_failed'
  | 'unavailable'
  | `${string}_not_found`
  | `${string}_conflict`;

/** The one error for a broken business rule. Its message is for the person who caused it. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | null;
  readonly isOutcomeUnknown: boolean;
  readonly words: string | null;
  /** A sentence for each invalid field of a form. */
  readonly fields: Record<string, string> | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      retryAfterSeconds?: number;
      isOutcomeUnknown?: boolean;
      words?: string | null;
      fields?: Record<string, string> | null;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
    this.words = options.words ?? null;
    this.fields = options.fields ?? null;
  }
}

/** Returns an error's code, or its class name: its message may contain a secret. `no answer` for any other value. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name;
}
