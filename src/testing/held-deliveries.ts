import { expect, vi } from 'vitest';
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

/** Lets a worker begin to send one mail. @returns once it was handed over; `sending` ends with the worker's run */
export async function beginSending(
  app: TestApp,
  held: HeldDelivery[],
): Promise<{ sending: Promise<number> }> {
  const before = held.length;
  const sending = app.sendMail();
  await vi.waitFor(() => expect(held).toHaveLength(before + 1));
  return { sending };
}
