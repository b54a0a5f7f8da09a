import type { Chance } from '../../../src/sample-shop/chance.ts';
import { type Mailer, MailRejected, type OutgoingMail } from '../../../src/server/context/mailer.ts';
import { seconds } from '../../../src/shared/durations.ts';
import type { Agenda } from './agenda.ts';
import type { Calls } from './calls.ts';
import type { Weather } from './weather.ts';

/** A message that a mail server has taken: it is on its way, whatever its sender was told. */
export interface TakenMail extends OutgoingMail {
  takenAt: number;
}

export interface PostOptions {
  agenda: Agenda;
  chance: Chance;
  weather: Weather;
  calls: Calls;
  /** @returns whether an address has a mailbox */
  exists: (address: string) => boolean;
  onTaken: (mail: TakenMail) => void;
}

const down = () => new MailRejected('connect ECONNREFUSED', { isPermanent: false });
const later = () => new MailRejected('451 4.3.0 Try again later', { isPermanent: false, responseCode: 451 });
const unknown = () =>
  new MailRejected('550 5.1.1 No such user here', { isPermanent: true, responseCode: 550 });
const broken = () => new MailRejected('The connection broke.', { isPermanent: false });

/** The mail server, as one life of the process after the other reaches it. */
export function createPost({ agenda, weather, calls, exists, onTaken, ...options }: PostOptions) {
  const chance = options.chance.of('post');
  return {
    mailer: (isAlive: () => boolean): Mailer => ({
      async send(mail) {
        await agenda.sleep(chance.whole(100, 1500));
        if (isAlive()) calls.reached('the mail server', mail.subject, 'before it is heard');
        if (!isAlive()) return new Promise(() => {});
        if (weather.mail === 'down') throw down();
        if (weather.mail === 'refusing' && chance.happens(0.7)) throw later();
        if (!exists(mail.to.address)) throw unknown();
        onTaken({ ...mail, to: { ...mail.to }, takenAt: agenda.now() });
        agenda.goesOn();
        await agenda.sleep(chance.whole(20, seconds(1)));
        if (isAlive()) calls.reached('the mail server', mail.subject, 'before its answer');
        if (!isAlive()) return new Promise(() => {});
        if (weather.mail === 'cut off' && chance.happens(0.5)) throw broken();
        return { response: '250 2.0.0 accepted' };
      },
      close() {},
    }),
  };
}
