import type { Mailer, OutgoingMail } from '../server/context/mailer.ts';

/** A clock that stands still until it is moved. */
export function createFakeClock(start = Date.now()) {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}

/** Records what would be sent. `failWith` makes the next mails fail. */
export function createFakeMailer() {
  const sent: OutgoingMail[] = [];
  let failure: Error | null = null;
  const mailer: Mailer = {
    async send(mail) {
      if (failure) throw failure;
      sent.push(mail);
      return { response: '250 accepted' };
    },
    close() {},
  };
  return {
    ...mailer,
    sent,
    failWith(error: Error | null) {
      failure = error;
    },
  };
}
