/** What is wrong outside at present. */
export interface Weather {
  /** `silent`: what is asked is done, and the answer does not arrive */
  stripe: 'up' | 'slow' | 'silent' | 'down';
  webhooks: 'prompt' | 'late' | 'lost';
  /** `refusing`: 4xx; `cut off`: takes a message and breaks before it says so */
  mail: 'up' | 'refusing' | 'cut off' | 'down';
  /** How wrong the machine's clock goes, in milliseconds. */
  clockError: number;
}

export const fairWeather = (): Weather => ({ stripe: 'up', webhooks: 'prompt', mail: 'up', clockError: 0 });

/** @returns whether nothing is in the way of anything */
export function isFair({ stripe, webhooks, mail, clockError }: Weather): boolean {
  return stripe === 'up' && webhooks === 'prompt' && mail === 'up' && clockError === 0;
}
