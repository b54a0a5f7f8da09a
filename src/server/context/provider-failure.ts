/**
 * Why the payment provider did not do what it was asked to. The first and the last pass by themselves or concern one
 * request; for the others a person has to fix something:
 *
 * - `unreachable`: no answer, or one that says that the provider is not well or busy
 * - `key`: it does not know the key, or no longer
 * - `permission`: the key is a restricted one that may not do this
 * - `mode`: the key is a live key and what it was used for belongs to the tests, or the reverse
 * - `account`: the account cannot take payments
 * - `request`: it refuses this one request
 */
export type FailureReason = 'unreachable' | 'key' | 'permission' | 'mode' | 'account' | 'request';

/** Its message is for admins: nothing of the customer, the payment or the key is in it. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly reason: FailureReason;
  /**
   * What the provider calls the permission that the key lacks, e.g. `rak_charge_read`; several with ", " between them,
   * when any of them would do.
   */
  readonly missingPermission: string | null;
  /** Whether the provider read the request and refused it, so that it certainly did nothing. */
  readonly isAnswered: boolean;

  constructor(
    reason: FailureReason,
    words: string,
    options: { missingPermission?: string | null; isAnswered: boolean; cause?: unknown },
  ) {
    super(words, { cause: options.cause });
    this.reason = reason;
    this.missingPermission = options.missingPermission ?? null;
    this.isAnswered = options.isAnswered;
  }

  /** Whether it lasts until a person fixes something, here or at the provider. */
  get isCertain(): boolean {
    return this.reason !== 'unreachable' && this.reason !== 'request';
  }

  get words(): string {
    return this.message;
  }
}

/** @returns whether the provider will refuse all other requests as well, until a person fixes the key */
export function refusesAll({ cause }: Error): boolean {
  return cause instanceof ProviderFailure && cause.reason === 'key';
}
