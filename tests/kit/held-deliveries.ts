import { expect, vi } from 'vitest';
import type { OutgoingMail } from '../../src/server/base/mailer.ts';
import type { TestApp } from './test-app.ts';

/** Gives an app a mailer whose deliveries end only when the test ends them. @returns the deliveries so far */
export function holdDeliveries(app: TestApp) {
  const held: { mail: OutgoingMail; accept: () => void; refuse: (error: Error) => void }[] = [];
  app.context.mailer.send = (mail) =>
    new Promise((resolve, refuse) => {
      held.push({ mail, accept: () => resolve({ response: '250 accepted' }), refuse });
    });
  return held;
}

/** Starts the mail worker and resolves when its first delivery has begun; `sending` resolves when the worker ends. */
export async function beginSending(app: TestApp, held: ReturnType<typeof holdDeliveries>) {
  const before = held.length;
  const sending = app.sendMail();
  await vi.waitFor(() => expect(held).toHaveLength(before + 1));
  return { sending };
}
