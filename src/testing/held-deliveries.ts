import type { OutgoingMail } from '../server/context/mailer.ts';
import type { TestApp } from './test-app.ts';

interface HeldDelivery {
  mail: OutgoingMail;
  accept: () => void;
  refuse: (error: Error) => void;
}

/** Gives an app a mailer whose deliveries end when they are told to. @returns those that it was handed */
export function holdDeliveries(app: TestApp): HeldDelivery[] {
  const held: HeldDelivery[] = [];
  app.context.mailer.send = (mail) =>
    new Promise((resolve, reject) => {
      held.push({ mail, accept: () => resolve({ response: '250 accepted' }), refuse: reject });
    });
  return held;
}
