import { expect, vi } from 'vitest';
import type { OutgoingMail } from '../../src/server/base/mailer.ts';
import type { TestApp } from './test-app.ts';

/** Gives an app a mailer whose deliveries end on request. @returns the deliveries it received */
export function holdDeliveries(app: TestApp) {
  const held: { mail: OutgoingMail; accept: () => void; refuse: (error: Error) => void }[] = [];
  app.context.mailer.send = (mail) =>
    new Promise((resolve, refuse) => {
      held.push({ mail, accept: () => resolve({ response: '250 accepted' }), refuse });
    });
  return held;
}

/** Makes a worker begin to send one mail. @returns once it has begun; `sending` ends with the worker's run */
export async function beginSending(app: TestApp, held: ReturnType<typeof holdDeliveries>) {
  const before = held.length;
  const sending = app.sendMail();
  await vi.waitFor(() => expect(held).toHaveLength(before + 1));
  return { sending };
}
