import { inParallel, openBrowser, send } from '../running-service/browser.ts';
import { startService } from '../running-service/service.ts';
import { freshAddress, sources } from '../running-service/sources.ts';
import type { Trial } from '../trial.ts';

const mailsAnHour = 3;
const testMailPath = '/api/test-email';

const abused: Trial = {
  table: 'attack',
  name: 'test mail and failure reports abused',
  promise: 'at most 3 mails an hour, from wherever; a fixed text to one address, and no mail for reports',
  counts: { quick: 120, full: 2_000 },
  async run(times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'trace' } });
    after(service.stop);
    const callFrom = (address: string, path: string, body: unknown) =>
      openBrowser(service.url, { 'x-forwarded-for': address }).call('POST', path, body);

    const extra = { email: 'victim@victims.example', subject: 'Buy now', text: 'Buy now' };
    const { status: extraStatus } = await callFrom(freshAddress(5_000), testMailPath, extra);
    count(extraStatus === 400 ? null : `a text of the caller's was answered ${extraStatus}`);
    const addresses = [...Object.values(sources), freshAddress];
    let reports = 0;
    await inParallel(times, 16, async (i) => {
      const address = addresses[i % addresses.length]?.(i) ?? '';
      const email = `victim${i % 7}@victims.example`;
      const { status } = await callFrom(address, testMailPath, { email });
      count([200, 429].includes(status) ? null : `test mail ${i} was answered ${status}`);
      const report = {
        customerName: 'Mallory <b>',
        customerEmail: email,
        errorMessage: `Your account is locked, go to https://evil.example/${i}\r\nBcc: you@victims.example`,
        paymentIntentId: `pi_${i}`,
      };
      const answer = await callFrom('203.0.113.77', '/api/payment-failure', report);
      if (answer.status === 200) reports += 1;
      const isRight = answer.status === 429 || answer.text === '{"received":true}';
      count(isRight ? null : `report ${i} was answered ${answer.status}: ${answer.text}`);
    });
    count(reports <= 10 ? null : `${reports} reports were taken in one window`);
    const mailbox = await send(service.url, 'GET', '/sandbox/mail.json');
    const mails: { subject: string; text: string; html: string }[] = JSON.parse(mailbox.text);
    const isRight = mails.length > 0 && mails.length <= mailsAnHour;
    count(isRight ? null : `${mails.length} mails were sent`);
    const texts = new Set(mails.map(({ subject, text, html }) => JSON.stringify([subject, text, html])));
    count(texts.size <= 1 ? null : `they have ${texts.size} different texts`);
    const isRepeated = /evil\.example|victims\.example|Mallory/.test(service.output());
    count(isRepeated ? 'the log repeats reports' : null);
    return `${mails.length} mails of ${times} asked for, ${reports} reports taken`;
  },
};

export const trials: Trial[] = [abused];
