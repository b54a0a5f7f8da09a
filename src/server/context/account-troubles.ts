/** What keeps the payment provider from telling us everything that we handle. */
export type EndpointTrouble = { kind: 'none' | 'disabled' } | { kind: 'events'; missing: string[] };

/** What is wrong with the account at the payment provider itself, as it was when it was last looked at. */
export interface AccountTroubles {
  /** Why it may take no payments, in the provider's words, e.g. `requirements.past_due`; null when it may. */
  stopped: string | null;
  /** Null when the provider calls us for everything. */
  endpoint: EndpointTrouble | null;
}

/** All is well, or it was not checked yet. */
export const noAccountTroubles: AccountTroubles = { stopped: null, endpoint: null };
