import type { Money } from '../../shared/money.ts';

/** A person has to fix all but `unreachable` and `request`. `mode`: a live key in test, or the reverse. */
export type FailureReason =
  | 'unreachable'
  | 'key'
  | 'permission'
  | 'mode'
  | 'account'
  | 'too_small'
  | 'too_large'
  | 'request';

/** Its message is for admins: nothing of the customer, the payment or the key is in it. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly reason: FailureReason;
  /** The provider's name of the missing permission, e.g. `rak_charge_read`; of several, any one suffices. */
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

  get isCertain(): boolean {
    return this.reason !== 'unreachable' && this.reason !== 'request';
  }

  get words(): string {
    return this.message;
  }
}

/** Returns whether a refused key is the cause: the provider will refuse all requests until a person fixes it. */
export function isCausedByRefusedKey({ cause }: Error): boolean {
  return cause instanceof ProviderFailure && cause.reason === 'key';
}

/** The kinds of calls that a key may be allowed separately; `inspecting` is disputes, warnings and reviews. */
export const paymentTasks = ['opening', 'following', 'inspecting', 'refunding', 'events'] as const;
export type PaymentTask = (typeof paymentTasks)[number];

export interface PaymentTrouble {
  task: PaymentTask;
  failure: ProviderFailure;
  /** The sum that was too small or too large, and when. */
  refused?: Money & { at: number };
}

/** Why the payment provider does not send us all events that we handle. */
export type EndpointTrouble = { kind: 'none' | 'disabled' } | { kind: 'events'; missing: string[] };

export interface AccountTroubles {
  /** Why the account may take no payments, in the provider's words, e.g. `requirements.past_due`; null when it may. */
  stopped: string | null;
  endpoint: EndpointTrouble | null;
}

export const noAccountTroubles: AccountTroubles = { stopped: null, endpoint: null };
