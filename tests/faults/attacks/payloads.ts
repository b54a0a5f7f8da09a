import { type ReadingRequest, readingRequestSchema } from '../../../src/shared/checkout/checkout.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import {
  type Answer,
  type Browser,
  buy,
  checkoutPath,
  expectOk,
  inParallel,
  openBrowser,
  signIn,
  until,
} from '../attacks-support/browser.ts';
import { differenceFrom, readMail } from '../attacks-support/mail-shape.ts';
import { addressPayloads, payloads } from '../attacks-support/payloads.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { startMailServer } from '../servers/mail-server.ts';
import type { Run, Trial } from '../trial.ts';

/** With the paragraphs and line breaks a reading may have. */
const harmlessText = 'Nothing odd.\nA second line.\n\nA second paragraph.';

async function startWithMail({ after }: Run) {
  const { accepted, url, close } = await startMailServer();
  after(close);
  const env = {
    RATE_LIMITS: 'off',
    APPROVAL_UNDO_SECONDS: '0',
    SMTP_URL: url,
    MAIL_FROM: 'Career Tarot <tarot@career-tarot.example>',
  };
  const service = await startService({ env });
  after(service.stop);
  return { service, accepted, admin: await signIn(service.url, 'admin') };
}

/** An answer that a browser takes for data, whatever stands in it. */
function isData({ headers, text }: Answer): boolean {
  JSON.parse(text);
  const isJson = /^application\/json/.test(headers['content-type'] ?? '');
  return isJson && headers['x-content-type-options'] === 'nosniff';
}

/** Writes a text into every field that an order has. @returns the answers in which it comes back */
async function writeEverywhere(
  { url }: AttackedService,
  admin: Browser,
  text: string,
  customerEmail: string,
): Promise<Answer[]> {
  const form = readingRequest({
    readingType: 'other',
    customerEmail,
    customQuestion: `${text} (a question)`,
    customerName: text.replace(/\n\n/g, ' '),
    readingAddresseeName: text.replace(/\n\n/g, ' '),
    backgroundContext: text,
  });
  const { order } = await buy(url, form);
  const cards = [{ card: 'the-star', position: text.slice(0, 60) }];
  const written = { orderId: order.orderId, content: text, cards, internalNotes: text };
  const submitted = await expectOk(admin.call('POST', '/api/readings', written));
  const { id, content }: { id: string; content: string } = JSON.parse(submitted.text);
  const comments = [{ from: 0, to: content.length, text }];
  await expectOk(admin.call('PUT', `/api/readings/${id}/reject`, { feedback: text, revision: 1, comments }));
  const rejected = await expectOk(admin.call('GET', `/api/orders/${order.orderId}/reading`));
  await expectOk(admin.call('POST', '/api/readings', written));
  await expectOk(admin.call('PUT', `/api/readings/${id}/approve`));
  const paths = [
    `/api/orders?payment=all&q=${encodeURIComponent(text.slice(0, 100))}`,
    `/api/orders/${order.orderId}`,
    `/api/orders/${order.orderId}/events`,
    `/api/orders/${order.orderId}/mails`,
  ];
  const read = await Promise.all(paths.map((path) => admin.call('GET', path)));
  const shown: ReadingRequest = JSON.parse(read[1]?.text ?? '');
  const { customerName, backgroundContext } = readingRequestSchema.parse(form);
  if (shown.customerName !== customerName || shown.backgroundContext !== backgroundContext)
    throw new Error(`${JSON.stringify(text)} is not shown as it was typed`);
  const guess = await openBrowser(url).call('POST', '/api/login', { username: text, password: text });
  const report = await openBrowser(url).call('POST', '/api/payment-failure', { errorMessage: text });
  return [submitted, rejected, ...read, guess, report];
}

const everyField: Trial = {
  table: 'attack',
  name: 'payloads in every text field',
  promise: 'no mail gets a tag, a header or a recipient from them; every answer is plain data',
  counts: { quick: 8, full: payloads.length },
  async run(times, run) {
    const { service, accepted, admin } = await startWithMail(run);
    const mailsTo = async (address: string) => {
      const mails = await until(`the mails to ${address}`, 30_000, () => {
        const found = accepted.filter(({ to }) => to.includes(address));
        return found.length >= 2 ? found : null;
      });
      return Promise.all(mails.map(readMail));
    };
    await writeEverywhere(service, admin, harmlessText, 'harmless@customers.example');
    const harmless = await mailsTo('harmless@customers.example');
    await inParallel(times, 4, async (i) => {
      const payload = payloads[Math.floor((i * payloads.length) / times)] ?? '';
      const what = JSON.stringify(payload);
      const answers = await writeEverywhere(service, admin, payload, `customer${i}@customers.example`);
      const odd = answers.find((answer) => !isData(answer) || answer.status >= 500);
      run.count(odd ? `${what} was answered ${odd.status} ${odd.headers['content-type']}` : null);
      for (const mail of await mailsTo(`customer${i}@customers.example`)) {
        const difference = differenceFrom(harmless, mail);
        run.count(difference && `with ${what} in a mail, ${difference}`);
      }
    });
    const isExpected = /^(customer\d+|harmless)@customers\.example$/;
    const stray = accepted.find(({ to }) => !isExpected.test(to.join()));
    run.count(stray ? `a mail went to ${stray.to}` : null);
    return `${accepted.length} mails read`;
  },
};

const everyAddress: Trial = {
  table: 'attack',
  name: 'payloads in every address field',
  promise: 'one recipient always: what is not one plain address is refused',
  counts: { quick: addressPayloads.length, full: addressPayloads.length },
  async run(_times, run) {
    const { service, accepted, admin } = await startWithMail(run);
    const { order } = await buy(service.url);
    await until('the confirmation', 20_000, () => accepted.length === 1);
    for (const email of addressPayloads) {
      const visitor = openBrowser(service.url);
      const answers = [
        await visitor.call('POST', checkoutPath, readingRequest({ customerEmail: email })),
        await visitor.call('POST', '/api/test-email', { email }),
        await admin.call('PUT', `/api/orders/${order.orderId}/email`, { email }),
      ];
      for (const { status } of answers)
        run.count(status === 400 ? null : `${JSON.stringify(email)} was answered ${status}`);
    }
    run.count(accepted.length === 1 ? null : `a mail went to ${accepted[1]?.to}`);
    return '';
  },
};

export const trials: Trial[] = [everyField, everyAddress];
