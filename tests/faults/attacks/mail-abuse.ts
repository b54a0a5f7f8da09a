import { type Answer, inParallel, openBrowser, send } from '../attacks-support/browser.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { freshAddress, sources } from '../attacks-support/sources.ts';
import { createTally, type Trial } from '../trial.ts';

const mailsAnHour = 3;

interface KeptMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

async function readMailbox(service: AttackedService): Promise<KeptMail[]> {
  return JSON.parse((await send(service.url, 'GET', '/sandbox/mail.json')).text);
}

function callFrom(service: AttackedService, address: string, path: string, body: unknown): Promise<Answer> {
  return openBrowser(service.url, { 'x-forwarded-for': address }).call('POST', path, body);
}

/** Addresses that name somebody else beside, or instead of, the one they seem to name. */
const tricks = [
  'me@customers.example, you@victims.example',
  'me@customers.example;you@victims.example',
  'me<you@victims.example>',
  'a,b<you@victims.example>',
  '"me@customers.example" <you@victims.example>',
  'me@customers.example\r\nBcc: you@victims.example',
  'me@customers.example%0d%0aBcc:you@victims.example',
  'me@customers.example (you@victims.example)',
  'me@customers.example you@victims.example',
  '@relay.example:me@customers.example',
  'me%victims.example@customers.example',
  'group:me@customers.example,you@victims.example;',
];

const testMail: Trial = {
  table: 'attack',
  name: 'test mail abused',
  promise: 'at most 3 mails an hour, from wherever; a fixed text to one address',
  counts: { quick: 120, full: 2_000 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1' } });
    const addresses = [...Object.values(sources), freshAddress];
    let done = 0;
    try {
      for (const email of tricks) {
        const { status } = await callFrom(service, freshAddress(done), '/api/test-email', { email });
        // `me%victims…@customers.example` is an odd address, but one.
        const isRight = status === 400 || email.startsWith('me%');
        tally.count(isRight ? null : `${JSON.stringify(email)} was answered ${status}`);
      }
      const extra = { email: 'victim@victims.example', subject: 'Buy now', text: 'Buy now' };
      const { status: extraStatus } = await callFrom(service, freshAddress(5_000), '/api/test-email', extra);
      tally.count(extraStatus === 400 ? null : `a text of the caller's was answered ${extraStatus}`);
      await inParallel(count, 16, async (i) => {
        const address = addresses[i % addresses.length]?.(i) ?? '';
        const email = `victim${i % 7}@victims.example`;
        const { status } = await callFrom(service, address, '/api/test-email', { email });
        tally.count([200, 429].includes(status) ? null : `call ${i} was answered ${status}`);
        progress(++done);
      });
      const mails = await readMailbox(service);
      const isRight = mails.length > 0 && mails.length <= mailsAnHour;
      tally.count(isRight ? null : `${mails.length} mails were sent`);
      const texts = new Set(mails.map(({ subject, text, html }) => JSON.stringify([subject, text, html])));
      tally.count(texts.size <= 1 ? null : `they have ${texts.size} different texts`);
      return tally.outcome(`${mails.length} mails of ${count} asked for`);
    } finally {
      await service.stop();
    }
  },
};

const failureReport: Trial = {
  table: 'attack',
  name: 'failure reports abused',
  promise: 'no mail at all, the same answer to everybody, nothing kept of what was said',
  counts: { quick: 120, full: 2_000 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'trace' } });
    let done = 0;
    let taken = 0;
    try {
      await inParallel(count, 16, async (i) => {
        const report = {
          customerName: 'Mallory <b>',
          customerEmail: `victim${i}@victims.example`,
          errorMessage: `Your account is locked, go to https://evil.example/${i}\r\nBcc: you@victims.example`,
          paymentIntentId: `pi_${i}`,
        };
        const { status, text } = await callFrom(
          service,
          sources['one address']?.(i) ?? '',
          '/api/payment-failure',
          report,
        );
        if (status === 200) taken += 1;
        const isRight = status === 429 || (status === 200 && text === '{"received":true}');
        tally.count(isRight ? null : `report ${i} was answered ${status}: ${text}`);
        progress(++done);
      });
      tally.count(taken <= 10 ? null : `${taken} reports were taken in one window`);
      const mails = await readMailbox(service);
      tally.count(mails.length === 0 ? null : `${mails.length} mails were sent`);
      tally.count(
        /evil\.example|victims\.example|Mallory/.test(service.output()) ? 'the log repeats reports' : null,
      );
      return tally.outcome(`${taken} of ${count} were taken`);
    } finally {
      await service.stop();
    }
  },
};

export const trials: Trial[] = [testMail, failureReport];
