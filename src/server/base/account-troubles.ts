/** Why the payment provider does not send us all events that we handle. */
export type EndpointTrouble = { kind: 'none' | 'disabled' } | { kind: 'events'; missing: string[] };

export interface AccountTroubles {
  /** Why the account may take no payments, in the provider's words, e.g. `requirements.past_due`; null when it may. */
  stopped: string | null;
  endpoint: EndpointTrouble | null;
}

export const noAccountTroubles: AccountTroubles = { stopped: null, endpoint: null };
