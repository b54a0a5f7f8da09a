import { type ReadingRequest, readingRequestSchema } from '../../../src/shared/checkout/checkout.ts';
import type { OrderPage } from '../../../src/shared/orders/orders.ts';
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
import { differenceFrom, type MailShape, readMail } from '../attacks-support/mail-shape.ts';
import { addressPayloads, payloads } from '../attacks-support/payloads.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { startSmtpSink, type TakenMail } from '../attacks-support/smtp-sink.ts';
import { createTally, type Trial } from '../trial.ts';

/** With the paragraphs and line breaks a reading may have. */
const harmlessText = 'Nothing odd.\nA second line.\n\nA second paragraph.';

async function startWithMail() {
  const sink = await startSmtpSink();
  const service = await startService({
    env: {
      RATE_LIMITS: 'off',
      APPROVAL_UNDO_SECONDS: '0',
      SMTP_URL: sink.url,
      MAIL_FROM: 'Career Tarot <tarot@career-tarot.example>',
    },
  });
  return {
    service,
    taken: sink.taken,
    async stop() {
      await service.stop();
      await sink.close();
    },
  };
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
  const { order } = await buy(url, {
    readingType: 'other',
    customerEmail,
    customQuestion: `${text} (a question)`,
    customerName: text.replace(/\n\n/g, ' '),
    readingAddresseeName: text.replace(/\n\n/g, ' '),
    backgroundContext: text,
  });
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
  const guess = await openBrowser(url).call('POST', '/api/login', { username: text, password: text });
  const report = await openBrowser(url).call('POST', '/api/payment-failure', { errorMessage: text });
  return [submitted, rejected, ...read, guess, report];
}

function mailsTo(taken: TakenMail[], address: string): Promise<TakenMail[]> {
  return until(`the mails to ${address}`, 30_000, () => {
    const mails = taken.filter(({ recipients }) => recipients.includes(address));
    return mails.length >= 2 ? mails : null;
  });
}

const everyField: Trial = {
  table: 'attack',
  name: 'payloads in every text field',
  promise: 'no mail gets a tag, a header or a recipient from them; every answer is plain data',
  counts: { quick: 8, full: payloads.length },
  async run(count, progress) {
    const tally = createTally();
    const { service, taken, stop } = await startWithMail();
    let done = 0;
    try {
      const admin = await signIn(service.url, 'admin');
      await writeEverywhere(service, admin, harmlessText, 'harmless@customers.example');
      const harmless: MailShape[] = [];
      for (const mail of await mailsTo(taken, 'harmless@customers.example'))
        harmless.push(await readMail(mail));
      await inParallel(count, 4, async (i) => {
        const payload = payloads[Math.floor((i * payloads.length) / count)] ?? '';
        const address = `customer${i}@customers.example`;
        const what = JSON.stringify(payload);
        const answers = await writeEverywhere(service, admin, payload, address);
        const odd = answers.find((answer) => !isData(answer) || answer.status >= 500);
        tally.count(odd ? `${what} was answered ${odd.status} ${odd.headers['content-type']}` : null);
        for (const mail of await mailsTo(taken, address)) {
          const difference = differenceFrom(harmless, await readMail(mail));
          tally.count(difference === null ? null : `with ${what} in a mail, ${difference}`);
        }
        progress(++done);
      });
      const strangers = taken.filter(
        ({ recipients }) => !/^(customer\d+|harmless)@customers\.example$/.test(recipients.join()),
      );
      tally.count(strangers[0] ? `a mail went to ${strangers[0].recipients}` : null);
      return tally.outcome(`${taken.length} mails read`);
    } finally {
      await stop();
    }
  },
};

const everyAddress: Trial = {
  table: 'attack',
  name: 'payloads in every address field',
  promise: 'one recipient always: what is not one plain address is refused',
  counts: { quick: addressPayloads.length, full: addressPayloads.length },
  async run(count, progress) {
    const tally = createTally();
    const { service, taken, stop } = await startWithMail();
    try {
      const admin = await signIn(service.url, 'admin');
      const { order } = await buy(service.url);
      await until('the confirmation', 20_000, () => (taken.length === 1 ? true : null));
      for (let i = 0; i < count; i++) {
        const email = addressPayloads[Math.floor((i * addressPayloads.length) / count)] ?? '';
        const visitor = openBrowser(service.url);
        const answers = [
          await visitor.call('POST', checkoutPath, readingRequest({ customerEmail: email })),
          await visitor.call('POST', '/api/test-email', { email }),
          await admin.call('PUT', `/api/orders/${order.orderId}/email`, { email }),
        ];
        for (const { status } of answers) {
          tally.count(status === 400 ? null : `${JSON.stringify(email)} was answered ${status}`);
        }
        progress(i + 1);
      }
      tally.count(taken.length === 1 ? null : `a mail went to ${taken[1]?.recipients}`);
      return tally.outcome();
    } finally {
      await stop();
    }
  },
};

/** Orders that nobody pays are listed too; so every payload is once the name in a row. */
const everyRow: Trial = {
  table: 'attack',
  name: 'payloads as the names in the list',
  promise: 'the list gives every one back as it was typed; every answer is plain data',
  counts: { quick: payloads.length, full: payloads.length },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { RATE_LIMITS: 'off' } });
    let done = 0;
    try {
      const typed = new Map<string, ReadingRequest>();
      await inParallel(count, 4, async (i) => {
        const payload = payloads[i % payloads.length] ?? '';
        const form = readingRequest({
          customerEmail: `unpaid${i}@customers.example`,
          customerName: payload,
          readingAddresseeName: payload,
          backgroundContext: payload,
        });
        typed.set(form.customerEmail, readingRequestSchema.parse(form));
        await expectOk(openBrowser(service.url).call('POST', checkoutPath, form));
        progress(++done);
      });
      const admin = await signIn(service.url, 'admin');
      let next: string | null = '';
      while (next !== null) {
        const path: string = `/api/orders?payment=all&limit=100${next && `&cursor=${encodeURIComponent(next)}`}`;
        const answer = await expectOk(admin.call('GET', path));
        const { orders, nextCursor }: OrderPage = JSON.parse(answer.text);
        for (const order of orders) {
          const form = typed.get(order.customerEmail);
          typed.delete(order.customerEmail);
          const isSame =
            form?.customerName === order.customerName &&
            form.readingAddresseeName === order.readingAddresseeName &&
            form.backgroundContext === order.backgroundContext;
          tally.count(
            isSame && isData(answer) ? null : `the list says ${JSON.stringify(order.customerName)}`,
          );
        }
        next = nextCursor;
      }
      for (const { customerName } of typed.values()) {
        tally.count(`${JSON.stringify(customerName)} is not in the list`);
      }
      return tally.outcome();
    } finally {
      await service.stop();
    }
  },
};

export const trials: Trial[] = [everyField, everyAddress, everyRow];
