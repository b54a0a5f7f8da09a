/** Why the payment provider does not send us all events that we handle. */
export type EndpointTrouble = { kind: 'none' | 'disabled' } | { kind: 'events'; missing: string[] };

/** Problems of the account at the payment provider, as of the last check. */
export interface AccountTroubles {
  /** Why the account may take no payments, in the provider's words, e.g. `requirements.past_due`; null when it may. */
  stopped: string | null;
  /** Null when the provider sends us all events. */
  endpoint: EndpointTrouble | null;
}

export const noAccountTroubles: AccountTroubles = { stopped: null, endpoint: null };
